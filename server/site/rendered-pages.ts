import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { type PageName, pages } from '#src/paths.ts';

import { type ConnectRead, readConnect } from '../connect/service.ts';
import { answerBody, bytesOf, compressBody } from '../http/answer-body.ts';
import { PageCache } from '../http/answer-cache.ts';
import { htmlPolicy } from '../http/security-headers.ts';
import type { SiteDocument } from './documents.ts';
import type { PageMaker } from './page-maker.ts';
import { shellOf } from './prerendered-files.ts';
import type { PageMatch } from './server-bundle.ts';
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

/** Answers the pages with data with complete html, made from what the connect API says. */
export function serveRenderedPages(app: FastifyInstance, source: PageSource): void {
  const send = pageSender(app, source);
  for (const name of Object.keys(pages) as PageName[]) {
    const { path, kind } = pages[name];
    if (kind === 'static') continue;
    app.get<{ Params: PageMatch['params'] }>(path, async (request, reply) => {
      if (request.params.id === '') return reply.redirect(path.replace(/\/:id$/, ''), 308);
      return send(request, reply, { name, params: request.params });
    });
  }
}

type Wanted = { frame: string; path: string; shell: string };
type Made = SiteDocument & { status: 200 | 404 };

function pageSender(app: FastifyInstance, { site, maker, connectBase, readVersion, patienceMs }: PageSource) {
  const cache = new PageCache<Made | null>(bytesKept, ({ body }) => bytesOf(body));
  return async (request: FastifyRequest, reply: FastifyReply, match: PageMatch) => {
    const [, search = ''] = request.url.split('?', 2);
    const { frame, path } = maker.locate(match, search);
    const shell = shellOf(match.name, path.split('?', 1).join());
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
