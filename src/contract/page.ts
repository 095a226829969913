/** What is known of a page before anything is asked for. */
export type Page = {
  /** Where the page stands for many: `:id`, known to the connect API only, or `:type(press|blog)`, one of these. */
  path: string;
  title: string;
  description: string;
  /** `static`: complete at build. `data`: a shell at build, filled from the connect API. */
  kind: 'static' | 'data';
  sitemap: boolean;
  /** Which Content-Security-Policy the document gets. */
  csp: 'strict' | 'maps';
};

/** What the two media lists are called; the spec titles every other type 'Blog'. */
export const mediaListTitles = { press: 'Press Releases', blog: 'Blog' } as const;
