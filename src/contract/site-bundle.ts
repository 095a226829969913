/** One of the worker's list. What has a `sum` is in the bundle too: the next line of it, in the order of the list. */
export type SiteFile = {
  url: string;
  revision: string | null;
  /** The first characters of the line's SHA-256, as base64url: against damage, not against malice. */
  sum?: string;
  /** That of the file alone, where its name does not change with it. */
  bodySum?: string;
  /** Over the wire, by itself. */
  bytes?: number;
  /** Kept once an article is: nothing else needs it. */
  later?: true;
  /** Kept with any page, which has no need of it before it is opened offline. */
  always?: true;
};

export const sumLength = 8;

/** A line of the bundle, as JSON: a file of the site as the server sends it. */
export type BundlePart = { headers: Record<string, string>; body: string };

/** The build's one file with what a first view has not fetched of the site. Text by name, because every host compresses that. */
export const isBundle = ({ url }: SiteFile): boolean => /^assets\/site-[\w-]+\.txt$/.test(url);
