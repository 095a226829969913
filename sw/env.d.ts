/** Replaced by Vite at build time. */
interface ImportMeta {
  readonly env: { readonly VITE_CONNECT_BASE?: string; readonly BUILD_DAY: number };
}
