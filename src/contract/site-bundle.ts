/** An entry of the worker's list, as Workbox reads it. */
export type SiteFile = {
  url: string;
  revision: string | null;
  /** Installed with Save-Data too. */
  core?: true;
};

/** A file in the bundle, which is a list of them as JSON: what the server sends for it. */
export type BundlePart = { url: string; headers: Record<string, string>; body: string };

/** All that a first visit still lacks, in one compressed answer. Every host compresses text by the name. */
export const isBundle = ({ url }: { url: string }): boolean => /^assets\/site-[\w-]+\.txt$/.test(url);
