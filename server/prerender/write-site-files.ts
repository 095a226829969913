import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { mediaTypes } from '#src/contract/media.ts';
import { mediaListPath, otherPaths, pages } from '#src/paths.ts';

import { feedXml } from './feed.ts';
import { pagesOfKind, robotsTxt, sitemapXml } from './sitemap.ts';

/** For hosts that only hand out files: what the server otherwise makes from the store. */
export async function writeSiteFiles(outDir: string, siteUrl: string): Promise<void> {
  const lastmod = new Date().toISOString();
  const addresses = [
    ...pagesOfKind('static').map((name) => ({ path: pages[name].path, lastmod })),
    ...pagesOfKind('data').map((name) => ({ path: pages[name].path })),
    ...mediaTypes.map((type) => ({ path: mediaListPath(type) })),
  ];
  await writeFile(join(outDir, otherPaths.sitemap), sitemapXml(siteUrl, addresses));
  await writeFile(join(outDir, otherPaths.robots), robotsTxt(siteUrl, otherPaths.sitemap));
  for (const type of mediaTypes)
    await writeFile(join(outDir, otherPaths.feed(type)), feedXml(siteUrl, type, []));
}
