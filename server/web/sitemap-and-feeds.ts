import type { FastifyInstance } from 'fastify';

import { parseMediaList } from '#src/contract/media.ts';
import { mediaTypes } from '#src/contract/media-type.ts';
import { parseVacancies } from '#src/contract/vacancy.ts';
import { connectCalls, mediaDetailPath, type PageName, vacancyPath } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';
import { serverErrors } from '#src/words/errors.ts';

import { Refusal } from '../lib/refusal.ts';
import type { StaticSite } from './built-site.ts';
import { compressBody, responseBody } from './response-body.ts';
import { type CachedResponse, type Clock, ResponseCache } from './response-cache.ts';
import { ofDocuments } from './security-headers.ts';
import type { AskApi } from './server-bundle.ts';
import {
  addressesOfKind,
  type FeedEntry,
  type FeedName,
  feedNames,
  feedXml,
  robotsTxt,
  sitemapXml,
} from './sitemap-and-feed-xml.ts';

const xmlType = 'application/xml; charset=utf-8';
const headers = { ...ofDocuments, 'cache-control': 'no-cache' };

type IndexEntry = { id: string; createdAt: string };

export type SiteFilesSource = {
  siteUrl: string;
  builtAt: string;
  site: StaticSite;
  ask: AskApi;
  clock: Clock;
  /** All articles, oldest first. Default: those on the first page of each list. */
  articles?: (() => Promise<IndexEntry[]>) | undefined;
  feedEntries: (payload: unknown) => FeedEntry[];
};

export function serveSiteFiles(app: FastifyInstance, source: SiteFilesSource): void {
  const { siteUrl, site, clock } = source;
  const cache = new ResponseCache<CachedResponse>(clock);
  const route = (path: string, type: string, write: () => Promise<string>) =>
    app.get(path, async (request, reply) => {
      const response = await cache.get(path, async () => {
        const body = await compressBody(responseBody(type, await write()));
        return { body, headers, status: 200 };
      });
      return site.send(request, reply, response);
    });

  route(otherPaths.robots, 'text/plain; charset=utf-8', async () => robotsTxt(siteUrl, otherPaths.sitemap));
  route(otherPaths.sitemap, xmlType, async () => sitemapXml(siteUrl, await sitemapEntries(source)));
  for (const name of feedNames)
    route(otherPaths.feed(name), 'application/rss+xml; charset=utf-8', async () =>
      feedXml(siteUrl, name, await feedItems(source, name)),
    );
}

/** Throws if the API is unavailable: an empty file would mean that everything was deleted. */
async function readWhole(ask: AskApi, call: string): Promise<unknown> {
  const response = await ask(call);
  if (response === null) throw new Refusal(503, serverErrors.failed, { retryAfter: 5 });
  return response.payload;
}

async function newestArticles(ask: AskApi): Promise<IndexEntry[]> {
  const lists = await Promise.all(
    mediaTypes.map(async (type) => parseMediaList(await readWhole(ask, connectCalls.mediaList(type)))),
  );
  const articles = lists.flat().map(({ _id, createdAt }) => ({ id: _id, createdAt }));
  return articles.sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
}

async function feedItems({ ask, feedEntries }: SiteFilesSource, name: FeedName): Promise<FeedEntry[]> {
  if (name !== 'vacancies') return feedEntries(await readWhole(ask, connectCalls.mediaList(name)));
  return parseVacancies(await readWhole(ask, connectCalls.jobList)).map((vacancy) => {
    const { _id: id, name: title, createdAt, lead, location, type } = vacancy;
    return { id, title, createdAt, text: [lead, location].filter(Boolean).join(' · ') || type };
  });
}

async function sitemapEntries(source: SiteFilesSource) {
  const articles = await (source.articles?.() ?? newestArticles(source.ask));
  const vacancies = parseVacancies(await readWhole(source.ask, connectCalls.jobList));
  const newestArticle = articles.at(-1)?.createdAt;
  const newest: { [name in PageName]?: string } = {
    mediaRoom: newestArticle,
    mediaList: newestArticle,
    career: vacancies[0]?.createdAt,
  };
  return [
    ...addressesOfKind('static').map(({ path }) => ({ path, lastmod: source.builtAt })),
    ...addressesOfKind('data').map(({ name, path }) => ({ path, lastmod: newest[name] })),
    ...vacancies.map(({ _id, createdAt }) => ({ path: vacancyPath(_id), lastmod: createdAt })),
    ...articles.map(({ id, createdAt }) => ({ path: mediaDetailPath(id), lastmod: createdAt })),
  ];
}
