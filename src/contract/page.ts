/** Page metadata that needs no request. */
export type Page = {
  /** May contain `:id`, any id of the connect API, or `:type(press|blog)`, one of these values. */
  path: string;
  title: string;
  description: string;
  /** `static`: complete at build time. `data`: a shell filled from the connect API. */
  kind: 'static' | 'data';
  sitemap: boolean;
  /** The document's Content-Security-Policy. */
  csp: 'strict' | 'maps';
};
