import { extname } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { serverErrors } from '#src/words/errors.ts';

import { sendBody } from './answer-body.ts';
import type { AssetsArchive } from './assets-archive.ts';
import { assetsFolder, listFiles, oneDay, oneYear, readDocuments, type SiteDocument } from './documents.ts';
import { prerenderedFiles } from './prerendered-files.ts';

export type StaticSite = {
  send(request: FastifyRequest, reply: FastifyReply, document: SiteDocument): FastifyReply;
  sendDocument(request: FastifyRequest, reply: FastifyReply, file: string): FastifyReply;
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

type Documents = Map<string, SiteDocument>;
type Files = { site: StaticSite; dist: Set<string>; documents: Documents; archive: AssetsArchive };

const pageFiles = new Map(
  prerenderedFiles
    .filter(({ name, isShell }) => name !== 'notFound' && !isShell)
    .map(({ path, file }) => [path, file]),
);

export async function serveStaticSite(
  app: FastifyInstance,
  distDir: string,
  archive: AssetsArchive,
  connectBase: string,
): Promise<StaticSite> {
  const dist = new Set(listFiles(distDir));
  const documents = readDocuments(distDir, dist, connectBase);
  const site = siteOf(documents);
  await app.register(fastifyStatic, {
    root: distDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  // Also serve shells by file name: their paths match the route of articles or vacancies.
  for (const path of ['/*', ...prerenderedFiles.map(({ file }) => `/${file}`)])
    app.get(path, answerPath({ site, dist, documents, archive }));
  return site;
}

function siteOf(documents: Documents): StaticSite {
  const site: StaticSite = {
    send,
    sendDocument(request, reply, file) {
      const found = documents.get(file);
      return found === undefined ? site.sendNotFound(request, reply) : send(request, reply, found);
    },
    sendNotFound(request, reply) {
      const page = wantsPage(request) ? documents.get('404.html') : undefined;
      reply.code(404);
      if (page !== undefined) return send(request, reply, page);
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(`${serverErrors.noPage}\n`);
    },
  };
  return site;
}

/** Requests for pictures, scripts or data do not accept HTML. */
function wantsPage(request: FastifyRequest): boolean {
  return extname(pathOf(request)) === '' || /\btext\/html\b/i.test(request.headers.accept ?? '');
}

function send(request: FastifyRequest, reply: FastifyReply, { body, headers }: SiteDocument): FastifyReply {
  return sendBody(request, reply.headers(headers), body);
}

function answerPath({ site, dist, documents, archive }: Files) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request);
    const query = request.url.slice(path.length);
    if (path.length > 1 && path.endsWith('/') && !path.startsWith('//'))
      return reply.redirect(path.replace(/\/+$/, '') + query, 308);
    const file = pageFiles.get(path) ?? fileOf(path);
    // Only the worker may request the not-found page by file name.
    if (file === '404.html' && !query.includes('__WB_REVISION__')) return site.sendNotFound(request, reply);
    if (path.endsWith('.html')) reply.header('x-robots-tag', 'noindex');
    if (documents.has(file)) return site.sendDocument(request, reply, file);
    // Files not in memory: videos, and assets from earlier builds.
    const asset = file.startsWith(assetsFolder) ? file.slice(assetsFolder.length) : '';
    if (dist.has(file)) return reply.headers(asset === '' ? oneDay : oneYear).sendFile(file);
    if (archive.names.has(asset)) return reply.headers(oneYear).sendFile(asset, archive.folder);
    return site.sendNotFound(request, reply);
  };
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1).join();
}

function fileOf(path: string): string {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    // A malformed escape matches no file.
    return '';
  }
}
