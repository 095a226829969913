import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { isMediaType } from '#src/contract/media.ts';
import { applyPath, applyQuery, mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';

import { answerBody, bytesOf, compressBody } from './answer-body.ts';
import { type ConnectRead, readConnect } from './connect/service.ts';
import { PageCache } from './page-cache.ts';
import type { PageMaker } from './page-maker.ts';
import type { FrameName } from './prerender/sample-data.ts';
import { htmlPolicy } from './security-headers.ts';
import type { SiteDocument } from './site-documents.ts';
import type { StaticSite } from './static-site.ts';

/** Longer than this nobody waits for a page; the shell then shows what the browser finds out. */
export const pagePatience = 1_500;
/** Some thousand articles of the usual length. */
const bytesKept = 48_000_000;

export type PageSource = {
  site: StaticSite;
  maker: PageMaker;
  connectBase: string;
  /** Changes whenever a page may look different; cheap, because every request asks. */
  readVersion: () => Promise<string>;
  /** How long the API may take, in ms. */
  patienceMs: number;
};

type Wanted = { frame: FrameName; path: string; shell: string };
type Params = { id: string; type: string };
type Query = Record<string, unknown>;

/** Answers the data routes with complete html, made from what the connect API says. */
export function serveRenderedPages(app: FastifyInstance, source: PageSource): void {
  const send = pageSender(app, source);
  const route = (path: string, wantedOf: (params: Params, query: Query) => Wanted | undefined) =>
    app.get<{ Params: Params; Querystring: Query }>(path, async (request, reply) => {
      if (request.params.id === '') return reply.redirect(path.replace(/\/:id$/, ''), 308);
      const wanted = wantedOf(request.params, request.query);
      return wanted ? send(request, reply, wanted) : source.site.sendNotFound(request, reply);
    });
  const { mediaRoom, mediaList, mediaDetail, career, vacancy } = pages;
  route(mediaRoom.path, () => ({ frame: 'mediaRoom', path: mediaRoom.path, shell: 'media-room.html' }));
  route(mediaList.path, ({ type }, { page }) =>
    isMediaType(type)
      ? {
          frame: 'mediaList',
          path: mediaListPath(type, pageNumber(page)),
          shell: `media-room/filter/${type}.html`,
        }
      : undefined,
  );
  route(mediaDetail.path, ({ id }) => ({
    frame: 'mediaDetail',
    path: mediaDetailPath(id),
    shell: 'media-room/shell.html',
  }));
  route(career.path, () => ({ frame: 'career', path: career.path, shell: 'insider/career.html' }));
  route(vacancy.path, ({ id }, query) => ({
    ...(query[applyQuery.name] === applyQuery.value
      ? { frame: 'vacancyForm', path: applyPath(id) }
      : { frame: 'vacancy', path: vacancyPath(id) }),
    shell: 'insider/career/shell.html',
  }));
}

/** As the page reads it, so that both show the same; other parts of a query change nothing here. */
function pageNumber(page: unknown): number {
  return typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 0;
}

type Made = SiteDocument & { status: 200 | 404 };

function pageSender(app: FastifyInstance, { site, maker, connectBase, readVersion, patienceMs }: PageSource) {
  const cache = new PageCache<Made | null>(bytesKept, ({ body }) => bytesOf(body));
  return async (request: FastifyRequest, reply: FastifyReply, { frame, path, shell }: Wanted) => {
    const made = await cache.get(path, await readVersion(), (keep) => make({ frame, path, shell }, keep));
    if (made === null) return site.sendDocument(request, reply, shell);
    return site.send(request, reply.code(made.status), made);
  };

  async function make({ frame, path, shell }: Wanted, keep: (page: Made) => Made | null) {
    const { data, state } = await maker.collect(path, (call) =>
      patiently(readConnect(app, call), patienceMs),
    );
    if (state === 'unavailable') return null;
    const isMissing = state === 'missing';
    const html = await (isMissing ? maker.makeMissing(shell, path, data) : maker.make(frame, path, data));
    const body = compressBody(answerBody('text/html; charset=utf-8', html));
    const policy = htmlPolicy(html, 'strict', connectBase);
    // Addresses that name nothing are without number, and cost little.
    return isMissing ? { body, policy, status: 404 as const } : keep({ body, policy, status: 200 });
  }
}

async function patiently(
  answer: Promise<ConnectRead | null>,
  patienceMs: number,
): Promise<ConnectRead | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
