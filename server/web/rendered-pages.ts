import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type PageName, pages } from '#src/paths.ts';

import { StartError } from '../config.ts';
import { htmlHeaders } from './built-files.ts';
import type { StaticSite } from './built-site.ts';
import { redirectToCanonical } from './canonical-address.ts';
import { fillTemplate } from './page-frame.ts';
import { prerenderedPageOf } from './prerendered-pages.ts';
import { compressBody, responseBody } from './response-body.ts';
import { type CachedResponse, type Clock, ResponseCache } from './response-cache.ts';
import { type AskApi, loadServerBundle, type PageMatch, type ServerBundle } from './server-bundle.ts';

/** Send the shell if the data takes longer (ms). */
export const defaultPageTimeoutMs = 1_500;

type PageSource = {
  site: StaticSite;
  renderer: PageRenderer;
  connectBase: string;
  ask: AskApi;
  clock: Clock;
  timeoutMs: number;
};

export function serveRenderedPages(app: FastifyInstance, source: PageSource): void {
  const send = pageSender(source);
  for (const name of Object.keys(pages) as PageName[]) {
    const { path, kind } = pages[name];
    if (kind === 'static') continue;
    app.get<{ Params: PageMatch['params'] }>(path, { onRequest: redirectToCanonical }, (request, reply) =>
      send(request, reply, { name, params: request.params }),
    );
  }
}

function pageSender({ site, renderer, connectBase, ask, clock, timeoutMs }: PageSource) {
  const cache = new ResponseCache<CachedResponse | null>(clock);
  return async (request: FastifyRequest, reply: FastifyReply, match: PageMatch) => {
    const [, search = ''] = request.url.split('?', 2);
    const { template: frame, path } = renderer.locate(match, search);
    const shell = () => prerenderedPageOf(match.name, path.split('?', 1).join());
    const response = await cache.get(path, () => render(frame, path, shell));
    if (response === null) return site.sendDocument(request, reply, shell());
    return site.send(request, reply.code(response.status), response);
  };

  /** Returns null if the data is unavailable. */
  async function render(frame: string, path: string, shell: () => string): Promise<CachedResponse | null> {
    const until = performance.now() + timeoutMs;
    const { data, state } = await renderer.collect(path, (call) => inTime(until, ask(call)));
    if (state === 'unavailable') return null;
    const isMissing = state === 'missing';
    const html = await (isMissing
      ? renderer.renderMissing(shell(), path, data)
      : renderer.render(frame, path, data));
    const body = await compressBody(responseBody('text/html; charset=utf-8', html));
    return { body, headers: htmlHeaders(html, 'strict', connectBase), status: isMissing ? 404 : 200 };
  }
}

async function inTime<T>(until: number, response: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, until - performance.now(), null);
  });
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}

type Data = Record<string, unknown>;

export type PageRenderer = Awaited<ReturnType<typeof createPageRenderer>>;

export async function createPageRenderer(bundleDir: string) {
  const entry = join(bundleDir, 'entry-server.js');
  if (!existsSync(entry)) throw new StartError('The build is incomplete: run "npm run build".');
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
    render: async (frame: string, path: string, data: Data) =>
      fill(frame, await bundle.render(path, data), data),
    /** Renders once per `kind`: the pages differ only in their data. */
    async renderMissing(kind: string, path: string, data: Data) {
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
