import { readSite } from '#server/app.ts';

/** For servers with pages: the built site, read once in this process. */
export const withSite = { site: await readSite() };
