import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { StartError } from '../config.ts';
import { sendBody } from './answer-body.ts';
import type { AssetsArchive } from './assets-archive.ts';
import { aDay, assetsFolder, forever, listFiles, readDocuments, type SiteDocument } from './documents.ts';
import { prerenderedFiles } from './prerendered-files.ts';

export type StaticSite = {
  send(request: FastifyRequest, reply: FastifyReply, document: SiteDocument): FastifyReply;
  /** A built file such as `about.html`. */
  sendDocument(request: FastifyRequest, reply: FastifyReply, file: string): FastifyReply;
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

type Files = { dist: Set<string>; documents: Map<string, SiteDocument>; archive: AssetsArchive };

/** Addressable pages by path; shells and the not-found page are none. */
const pageFiles = new Map(
  prerenderedFiles
    .filter(({ name, isShell }) => name !== 'notFound' && !isShell)
    .map(({ path, file }) => [path, file]),
);

/** Serves the folder that the build made, and the assets of earlier builds to tabs that are still open. */
export async function serveStaticSite(
  app: FastifyInstance,
  distDir: string,
  archive: AssetsArchive,
  connectBase: string,
): Promise<StaticSite> {
  if (!existsSync(join(distDir, 'index.html')))
    throw new StartError('The site is not built yet: run "npm run build", or "npm start" for everything.');
  const dist = new Set(listFiles(distDir));
  const documents = readDocuments(distDir, dist, connectBase);
  const site = siteOf(documents);
  await app.register(fastifyStatic, {
    root: distDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  // The shells by name too: their paths look like an article's.
  for (const path of ['/*', ...prerenderedFiles.map(({ file }) => `/${file}`)])
    app.get(path, (request, reply) => answerPath(request, reply, site, { dist, documents, archive }));
  return site;
}

function siteOf(documents: Map<string, SiteDocument>): StaticSite {
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
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
    },
  };
  return site;
}

/** A person's browser names html; a picture, a script or a fetch of a file does not, and gets a short answer. */
function wantsPage(request: FastifyRequest): boolean {
  return extname(pathOf(request)) === '' || /\btext\/html\b/i.test(request.headers.accept ?? '');
}

function send(request: FastifyRequest, reply: FastifyReply, { body, headers }: SiteDocument): FastifyReply {
  return sendBody(request, reply.headers(headers), body);
}

function answerPath(request: FastifyRequest, reply: FastifyReply, site: StaticSite, files: Files) {
  const path = pathOf(request);
  const query = request.url.slice(path.length);
  if (path.length > 1 && path.endsWith('/') && !path.startsWith('//'))
    return reply.redirect(path.replace(/\/+$/, '') + query, 308);
  const page = pageFiles.get(path);
  if (page !== undefined) return site.sendDocument(request, reply, page);
  const file = fileOf(path);
  if (!files.documents.has(file)) return sendFromDisk(request, reply, site, file, files);
  // The worker fetches the not-found page for its cache; for anybody else it is no page.
  if (file === '404.html' && !query.includes('__WB_REVISION__')) return site.sendNotFound(request, reply);
  if (file.endsWith('.html')) reply.header('x-robots-tag', 'noindex');
  return site.sendDocument(request, reply, file);
}

/** Films, and assets of earlier builds. */
function sendFromDisk(
  request: FastifyRequest,
  reply: FastifyReply,
  site: StaticSite,
  file: string,
  { dist, archive }: Files,
): FastifyReply {
  const name = file.slice(assetsFolder.length);
  if (dist.has(file)) return reply.headers(aDay).sendFile(file);
  if (!file.startsWith(assetsFolder) || !archive.names.has(name)) return site.sendNotFound(request, reply);
  return reply.headers(forever).sendFile(name, archive.folder);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1).join();
}

function fileOf(path: string): string {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    // A malformed escape names no file.
    return '';
  }
}
