import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { mediaTypes } from '#src/contract/media.ts';
import { otherPaths } from '#src/paths.ts';

import { addressesOfKind, feedXml, robotsTxt, sitemapXml } from '../site/sitemap-and-feed-xml.ts';

/** For hosts that only hand out files: what the server otherwise makes from the store. */
export async function writeSiteFiles(outDir: string, siteUrl: string): Promise<void> {
  const lastmod = new Date().toISOString();
  const addresses = [
    ...addressesOfKind('static').map(({ path }) => ({ path, lastmod })),
    ...addressesOfKind('data').map(({ path }) => ({ path })),
  ];
  await writeFile(join(outDir, otherPaths.sitemap), sitemapXml(siteUrl, addresses));
  await writeFile(join(outDir, otherPaths.robots), robotsTxt(siteUrl, otherPaths.sitemap));
  for (const type of mediaTypes)
    await writeFile(join(outDir, otherPaths.feed(type)), feedXml(siteUrl, type, []));
}
