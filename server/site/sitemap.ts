import { type Page, type PageName, pages } from '#src/paths.ts';

import { prerenderedFiles } from './prerendered-files.ts';
import { escapeXml, xmlHead } from './xml.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** `lastmod`: ISO 8601; left out where it is none. */
export type SitemapEntry = { path: string; lastmod?: string };

export function sitemapXml(siteUrl: string, entries: SitemapEntry[]): string {
  return listXml('urlset', 'url', siteUrl, entries);
}

/** For more addresses than one file should hold: the list of the files. */
export function sitemapIndexXml(siteUrl: string, files: SitemapEntry[]): string {
  return listXml('sitemapindex', 'sitemap', siteUrl, files);
}

function listXml(list: string, element: string, siteUrl: string, entries: SitemapEntry[]): string {
  const lines = entries.map(({ path, lastmod = '' }) => {
    const changed = Number.isNaN(Date.parse(lastmod))
      ? ''
      : `<lastmod>${new Date(lastmod).toISOString()}</lastmod>`;
    return `<${element}><loc>${escapeXml(siteUrl + path)}</loc>${changed}</${element}>`;
  });
  return `${xmlHead}<${list} xmlns="${namespace}">\n${lines.join('\n')}\n</${list}>\n`;
}

/** The addresses that the build knows of pages of a kind. */
export function addressesOfKind(kind: Page['kind']): { name: PageName; path: string }[] {
  return prerenderedFiles.filter(
    ({ name, isShell }) => pages[name].sitemap && pages[name].kind === kind && !isShell,
  );
}

export function robotsTxt(siteUrl: string, sitemap: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}${sitemap}\n`;
}
