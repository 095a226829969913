/** Vite puts the build's settings in place of these. */
interface ImportMeta {
  readonly env: { readonly VITE_CONNECT_BASE?: string };
}
