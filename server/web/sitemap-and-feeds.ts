import type { FastifyInstance } from 'fastify';

import { readVacancies } from '#src/contract/vacancy.ts';
import { connectCalls, mediaDetailPath, otherPaths, type PageName, vacancyPath } from '#src/paths.ts';

import { type AnswerBody, answerBody, bytesOf, compressBody, sendBody } from './answer-body.ts';
import { AnswerCache } from './answer-cache.ts';
import { type IndexEntry, readWhole } from './article-index.ts';
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
/** Twice the largest sitemap. */
const cacheBytes = 16_000_000;

type SiteFilesSource = {
  siteUrl: string;
  builtAt: string;
  ask: AskApi;
  /** Sorted oldest first. */
  articles: () => Promise<IndexEntry[]>;
  entries: (payload: unknown) => FeedEntry[];
  readVersion: () => Promise<string>;
};

export function serveSiteFiles(app: FastifyInstance, source: SiteFilesSource): void {
  const { siteUrl, readVersion } = source;
  const cache = new AnswerCache<AnswerBody>(cacheBytes, bytesOf);
  const route = (path: string, type: string, make: () => Promise<string>) =>
    app.get(path, async (request, reply) => {
      const body = await cache.get(path, await readVersion(), async (save) =>
        save(await compressBody(answerBody(type, await make()))),
      );
      return sendBody(request, reply.headers(ofDocuments).header('cache-control', 'no-cache'), body);
    });

  route(otherPaths.robots, 'text/plain; charset=utf-8', async () => robotsTxt(siteUrl, otherPaths.sitemap));
  route(otherPaths.sitemap, xmlType, async () => sitemapXml(siteUrl, await sitemapEntries(source)));
  for (const name of feedNames)
    route(otherPaths.feed(name), 'application/rss+xml; charset=utf-8', async () =>
      feedXml(siteUrl, name, await feedItems(source, name)),
    );
}

async function feedItems({ ask, entries }: SiteFilesSource, name: FeedName): Promise<FeedEntry[]> {
  if (name !== 'vacancies') return entries(await readWhole(ask, connectCalls.mediaList(name)));
  return readVacancies(await readWhole(ask, connectCalls.jobList)).map(
    ({ _id, name: title, type, createdAt }) => ({ id: _id, title, createdAt, text: type }),
  );
}

async function sitemapEntries(source: SiteFilesSource) {
  const articles = await source.articles();
  const vacancies = readVacancies(await readWhole(source.ask, connectCalls.jobList));
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
