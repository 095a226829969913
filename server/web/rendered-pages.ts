import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type PageName, pages } from '#src/paths.ts';

import { StartError } from '../config.ts';
import { answerBody, bytesOf, compressBody } from './answer-body.ts';
import { AnswerCache } from './answer-cache.ts';
import { htmlHeaders, type SiteDocument } from './documents.ts';
import { fillTemplate } from './page-frame.ts';
import { shellOf } from './prerendered-files.ts';
import { type AskApi, loadServerBundle, type PageMatch, type ServerBundle } from './server-bundle.ts';
import type { StaticSite } from './static-site.ts';

/** Send the shell if version and data together take longer (ms). */
export const defaultPageTimeoutMs = 1_500;
/** Room for some thousand articles. */
const cacheBytes = 48_000_000;

type PageSource = {
  site: StaticSite;
  maker: PageMaker;
  connectBase: string;
  ask: AskApi;
  readVersion: () => Promise<string>;
  timeoutMs: number;
};

export function serveRenderedPages(app: FastifyInstance, source: PageSource): void {
  const send = pageSender(source);
  for (const name of Object.keys(pages) as PageName[]) {
    const { path, kind } = pages[name];
    if (kind === 'static') continue;
    app.get<{ Params: PageMatch['params'] }>(path, async (request, reply) => {
      if (request.params.id === '') return reply.redirect(path.replace(/\/:id$/, ''), 308);
      return send(request, reply, { name, params: request.params });
    });
  }
}

type PageRequest = { frame: string; path: string; shell: () => string; ask: AskApi };
type Rendered = SiteDocument & { status: 200 | 404 };

function pageSender({ site, maker, connectBase, ask, readVersion, timeoutMs }: PageSource) {
  const cache = new AnswerCache<Rendered | null>(cacheBytes, ({ body }) => bytesOf(body));
  return async (request: FastifyRequest, reply: FastifyReply, match: PageMatch) => {
    const [, search = ''] = request.url.split('?', 2);
    const { frame, path } = maker.locate(match, search);
    const shell = () => shellOf(match.name, path.split('?', 1).join());
    const until = performance.now() + timeoutMs;
    const version = await inTime(until, readVersion());
    const wanted = { frame, path, shell, ask: (call: string) => inTime(until, ask(call)) };
    const made = version && (await cache.get(path, version, (save) => make(wanted, save)));
    if (!made) return site.sendDocument(request, reply, shell());
    return site.send(request, reply.code(made.status), made);
  };

  async function make({ frame, path, shell, ask }: PageRequest, save: (page: Rendered) => Rendered | null) {
    const { data, state } = await maker.collect(path, ask);
    if (state === 'unavailable') return null;
    const isMissing = state === 'missing';
    const html = await (isMissing ? maker.makeMissing(shell(), path, data) : maker.make(frame, path, data));
    const body = await compressBody(answerBody('text/html; charset=utf-8', html));
    const headers = htmlHeaders(html, 'strict', connectBase);
    // The number of unknown addresses is unlimited: do not cache them.
    return isMissing ? { body, headers, status: 404 as const } : save({ body, headers, status: 200 });
  }
}

/** Resolves to null after `until`. */
async function inTime<T>(until: number, answer: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, until - performance.now(), null);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

type Data = Record<string, unknown>;

type PageMaker = Awaited<ReturnType<typeof createPageMaker>>;

export async function createPageMaker(bundleDir: string) {
  const entry = join(bundleDir, 'entry-server.js');
  if (!existsSync(entry)) throw new StartError('The site is not built completely: run "npm run build".');
  const bundle = await loadServerBundle(bundleDir);
  const frames = new Map(
    Object.keys(bundle.samples).map((name) => [name, readFileSync(join(bundleDir, `${name}.html`), 'utf8')]),
  );
  const missing = new Map<string, ReturnType<ServerBundle['render']>>();
  const fill = (frame: string, { html, head }: { html: string; head: string }, data: Data) =>
    fillTemplate(frames.get(frame) ?? '', { html, head, data });
  return {
    locate: bundle.locate,
    collect: bundle.collect,
    feedEntries: bundle.feedEntries,
    builtAt: statSync(entry).mtime.toISOString(),
    make: async (frame: string, path: string, data: Data) =>
      fill(frame, await bundle.render(path, data), data),
    /** Renders once per `kind`: the pages differ only in their data. */
    async makeMissing(kind: string, path: string, data: Data) {
      const parts = missing.get(kind) ?? bundle.render(path, data);
      missing.set(kind, parts);
      parts.catch(() => missing.delete(kind));
      return fill('notFound', await parts, data);
    },
    async warm() {
      for (const path of Object.values(bundle.samples)) await bundle.render(path);
    },
  };
}
