import { company } from '#src/content/company.ts';
import type { MediaType } from '#src/contract/media.ts';
import { mediaDetailPath, mediaListPath, mediaListTitles, otherPaths, pages } from '#src/paths.ts';

import { escapeXml, xmlHead } from './xml.ts';

export type FeedEntry = { id: string; title: string; createdAt: string; text: string };

/** RSS 2.0: the newest press releases or blog posts, with the beginning of each text. */
export function feedXml(siteUrl: string, type: MediaType, entries: FeedEntry[]): string {
  const channel = [
    element('title', `${company.name}: ${mediaListTitles[type]}`),
    element('link', siteUrl + mediaListPath(type)),
    element('description', pages.mediaList.description),
    element('language', 'en'),
    `<atom:link href="${escapeXml(siteUrl + otherPaths.feed(type))}" rel="self" type="application/rss+xml"/>`,
    ...entries.map((entry) => itemXml(siteUrl, entry)),
  ];
  return (
    `${xmlHead}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n` +
    `${channel.join('\n')}\n</channel></rss>\n`
  );
}

function itemXml(siteUrl: string, { id, title, createdAt, text }: FeedEntry): string {
  const address = siteUrl + mediaDetailPath(id);
  const date = Number.isNaN(Date.parse(createdAt))
    ? ''
    : element('pubDate', new Date(createdAt).toUTCString());
  return `<item>${element('title', title)}${element('link', address)}${element('guid', address)}${date}${element('description', text)}</item>`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
