import type { FastifyInstance } from 'fastify';

import { readVacancies } from '#src/contract/vacancy.ts';
import { connectCalls, mediaDetailPath, otherPaths, type PageName, vacancyPath } from '#src/paths.ts';

import { readConnect } from '../api/service.ts';
import { Refusal } from '../domain/refusal.ts';
import { type AnswerBody, answerBody, bytesOf, compressBody, sendBody } from '../http/answer-body.ts';
import { AnswerCache } from '../http/answer-cache.ts';
import { nothingHere, ourFault } from '../http/error-answers.ts';
import type { MediaIndex } from './article-index.ts';
import {
  addressesOfKind,
  type FeedEntry,
  type FeedName,
  feedNames,
  feedXml,
  robotsTxt,
  sitemapIndexXml,
  sitemapXml,
} from './sitemap-and-feed-xml.ts';

/** More articles than this are spread over several files, each made only when it is asked for. */
const articlesPerFile = 1_000;
const xmlType = 'application/xml; charset=utf-8';

type SiteFilesSource = {
  siteUrl: string;
  /** When the static pages were built; ISO 8601. */
  builtAt: string;
  index: MediaIndex;
  entries: (payload: unknown) => FeedEntry[];
  readVersion: () => Promise<string>;
};

type Params = Record<string, string>;

/** What search engines and feed readers ask for, made from what is published now. */
export function serveSiteFiles(app: FastifyInstance, source: SiteFilesSource): void {
  const { siteUrl, readVersion, index } = source;
  const cache = new AnswerCache<AnswerBody | null>(8_000_000, bytesOf);
  const route = (path: string, type: string, make: (params: Params) => Promise<string | null>) =>
    app.get<{ Params: Params }>(path, async (request, reply) => {
      const address = request.url.split('?', 1).join();
      const body = await cache.get(address, await readVersion(), async (keep) => {
        const text = await make(request.params);
        return text === null ? null : keep(await compressBody(answerBody(type, text)));
      });
      if (body === null) throw new Refusal(404, nothingHere);
      return sendBody(request, reply.header('cache-control', 'no-cache'), body);
    });

  route(otherPaths.robots, 'text/plain; charset=utf-8', async () => robotsTxt(siteUrl, otherPaths.sitemap));
  route(otherPaths.sitemap, xmlType, () => sitemap(app, source));
  route(otherPaths.sitemapPart(':part'), xmlType, async ({ part = '' }) => {
    const articles = /^\d{1,4}$/.test(part)
      ? await index.slice(Number(part) * articlesPerFile, articlesPerFile)
      : [];
    if (part === 'pages') return sitemapXml(siteUrl, await pageEntries(app, source));
    return articles.length === 0 ? null : sitemapXml(siteUrl, articles.map(articleEntry));
  });
  for (const name of feedNames)
    route(otherPaths.feed(name), 'application/rss+xml; charset=utf-8', async () =>
      feedXml(siteUrl, name, await feedEntries(app, source, name)),
    );
}

async function feedEntries(app: FastifyInstance, source: SiteFilesSource, name: FeedName) {
  if (name !== 'vacancies') return source.entries(await readWhole(app, connectCalls.mediaList(name)));
  return readVacancies(await readWhole(app, connectCalls.jobList)).map(
    ({ _id, name: title, type, createdAt }) => ({ id: _id, title, createdAt, text: type }),
  );
}

/** Where the API cannot answer now, the file is asked for again later: without its items it would say that all are gone. */
async function readWhole(app: FastifyInstance, call: string): Promise<unknown> {
  const answer = await readConnect(app, call);
  if (answer === null) throw new Refusal(503, ourFault, { retryAfter: 5 });
  return answer.payload;
}

/** One file while there is room in it, else the list of the files. */
async function sitemap(app: FastifyInstance, source: SiteFilesSource): Promise<string> {
  const { siteUrl, index } = source;
  const count = await index.count();
  if (count <= articlesPerFile) {
    const articles = await index.slice(0, articlesPerFile);
    const newest = articles.at(-1)?.createdAt;
    return sitemapXml(siteUrl, [...(await pageEntries(app, source, newest)), ...articles.map(articleEntry)]);
  }
  const parts = Array.from({ length: Math.ceil(count / articlesPerFile) }, (_, part) => String(part));
  return sitemapIndexXml(
    siteUrl,
    ['pages', ...parts].map((part) => ({ path: otherPaths.sitemapPart(part) })),
  );
}

async function pageEntries(app: FastifyInstance, source: SiteFilesSource, newestArticle?: string) {
  const vacancies = readVacancies(await readWhole(app, connectCalls.jobList));
  const newest: { [name in PageName]?: string } = {
    mediaRoom: newestArticle,
    mediaList: newestArticle,
    career: vacancies[0]?.createdAt,
  };
  return [
    ...addressesOfKind('static').map(({ path }) => ({ path, lastmod: source.builtAt })),
    ...addressesOfKind('data').map(({ name, path }) => ({ path, lastmod: newest[name] })),
    ...vacancies.map(({ _id, createdAt }) => ({ path: vacancyPath(_id), lastmod: createdAt })),
  ];
}

function articleEntry({ id, createdAt }: { id: string; createdAt: string }) {
  return { path: mediaDetailPath(id), lastmod: createdAt };
}
