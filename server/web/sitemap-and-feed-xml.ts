import { mediaTypes } from '#src/contract/media-type.ts';
import type { Page } from '#src/paths.ts';
import { mediaDetailPath, mediaListPath, type PageName, pages, vacancyPath } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';
import { feedDescriptions, mediaListTitles } from '#src/words/articles.ts';
import * as site from '#src/words/site.ts';
import { descriptions, titles } from '#src/words/titles.ts';

import { escapeXml } from './escape-xml.ts';
import { prerenderedPages } from './prerendered-pages.ts';

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

type SitemapEntry = { path: string; lastmod?: string };

/** Limit in the sitemap protocol. */
export const mostInSitemap = 50_000;

export function sitemapXml(siteUrl: string, entries: SitemapEntry[]): string {
  const lines = entries.slice(0, mostInSitemap).map(({ path, lastmod = '' }) => {
    const changed = Number.isNaN(Date.parse(lastmod))
      ? ''
      : element('lastmod', new Date(lastmod).toISOString());
    return `<url>${element('loc', siteUrl + path)}${changed}</url>`;
  });
  return `${xmlHead}<urlset xmlns="${namespace}">\n${lines.join('\n')}\n</urlset>\n`;
}

export function addressesOfKind(kind: Page['kind']): { name: PageName; path: string }[] {
  return prerenderedPages.filter(
    ({ name, isShell }) => pages[name].sitemap && pages[name].kind === kind && !isShell,
  );
}

export function robotsTxt(siteUrl: string, sitemap: string): string {
  return `User-agent: *\nAllow: /\n\nSitemap: ${siteUrl}${sitemap}\n`;
}

export type FeedEntry = { id: string; title: string; createdAt: string; text: string };
export type FeedName = (typeof feedNames)[number];

export const feedNames = [...mediaTypes, 'vacancies'] as const;

function describeFeed(name: FeedName) {
  if (name === 'vacancies')
    return {
      title: titles.career,
      path: pages.career.path,
      description: descriptions.career,
      pathOf: vacancyPath,
    };
  return {
    title: mediaListTitles[name],
    path: mediaListPath(name),
    description: feedDescriptions[name],
    pathOf: mediaDetailPath,
  };
}

export function feedXml(siteUrl: string, name: FeedName, entries: FeedEntry[]): string {
  const { title, path, description, pathOf } = describeFeed(name);
  const channel = [
    element('title', `${site.name}: ${title}`),
    element('link', siteUrl + path),
    element('description', description),
    element('language', site.lang),
    `<atom:link href="${escapeXml(siteUrl + otherPaths.feed(name))}" rel="self" type="application/rss+xml"/>`,
    ...entries.map((entry) => itemXml(siteUrl + pathOf(entry.id), entry)),
  ];
  return (
    `${xmlHead}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n` +
    `${channel.join('\n')}\n</channel></rss>\n`
  );
}

function itemXml(address: string, { title, createdAt, text }: FeedEntry): string {
  const date = Number.isNaN(Date.parse(createdAt))
    ? ''
    : element('pubDate', new Date(createdAt).toUTCString());
  return `<item>${element('title', title)}${element('link', address)}${element('guid', address)}${date}${element('description', text)}</item>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n';
