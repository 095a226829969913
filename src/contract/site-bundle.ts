/** An entry of Workbox's precache manifest. */
export type SiteFile = {
  url: string;
  revision: string | null;
};

/** A file with its response headers. The bundle is a JSON array of them. */
export type BundlePart = { url: string; headers: Record<string, string>; body: string };

/** Matches the bundle for a first visit. Named `.txt` because every host compresses text. */
export const isBundle = ({ url }: { url: string }): boolean => /^assets\/site-[\w-]+\.txt$/.test(url);
