import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { StartError } from '../config.ts';
import { sendBody } from './answer-body.ts';
import type { AssetsArchive } from './assets-archive.ts';
import { assetsFolder, listFiles, readDocuments, type SiteDocument } from './documents.ts';
import { prerenderedFiles } from './prerendered-files.ts';
import { ofDocuments, svgPolicy } from './security-headers.ts';

export type StaticSite = {
  send(request: FastifyRequest, reply: FastifyReply, document: SiteDocument): FastifyReply;
  sendDocument(request: FastifyRequest, reply: FastifyReply, file: string): FastifyReply;
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

type Files = { dist: Set<string>; documents: Map<string, SiteDocument>; archive: AssetsArchive };

const forever = 'public, max-age=31536000, immutable';
const aDay = 'public, max-age=86400';
/** Hashed files need no date beside their tag. */
const unasked = { acceptRanges: false, lastModified: false };

/** By path; shells and the not-found page have none. */
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
  // Shells by name too: their paths match an article's.
  for (const path of ['/*', ...prerenderedFiles.map(({ file }) => `/${file}`)])
    app.get(path, (request, reply) => answerPath(request, reply, site, { dist, documents, archive }));
  return site;
}

function siteOf(documents: Map<string, SiteDocument>): StaticSite {
  const site: StaticSite = {
    send: sendWithPolicy,
    sendDocument(request, reply, file) {
      const found = documents.get(file);
      return found === undefined ? site.sendNotFound(request, reply) : sendWithPolicy(request, reply, found);
    },
    sendNotFound(request, reply) {
      const page = wantsPage(request) ? documents.get('404.html') : undefined;
      reply.code(404);
      if (page !== undefined) return sendWithPolicy(request, reply, page);
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
    },
  };
  return site;
}

/** Pictures, scripts and fetched files do not accept html. */
function wantsPage(request: FastifyRequest): boolean {
  return extname(pathOf(request)) === '' || /\btext\/html\b/i.test(request.headers.accept ?? '');
}

function sendWithPolicy(request: FastifyRequest, reply: FastifyReply, { body, policy }: SiteDocument) {
  if (policy !== undefined) reply.header('content-security-policy', policy);
  // A proxy's changes would not match the hashes of the policy.
  const more = body.type.startsWith('text/html') ? ', no-transform' : '';
  return sendBody(request, reply.headers(ofDocuments).header('cache-control', `no-cache${more}`), body);
}

function answerPath(request: FastifyRequest, reply: FastifyReply, site: StaticSite, files: Files) {
  const path = pathOf(request);
  const query = request.url.slice(path.length);
  if (path.length > 1 && path.endsWith('/') && !path.startsWith('//'))
    return reply.redirect(path.replace(/\/+$/, '') + query, 308);
  const page = pageFiles.get(path);
  if (page !== undefined) return site.sendDocument(request, reply, page);
  const file = fileOf(path);
  if (!files.documents.has(file)) return sendFile(request, reply, site, file, files);
  // Only the worker may fetch the not-found page by name.
  if (file === '404.html' && !query.includes('__WB_REVISION__')) return site.sendNotFound(request, reply);
  if (file.endsWith('.html')) reply.header('x-robots-tag', 'noindex');
  return site.sendDocument(request, reply, file);
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  site: StaticSite,
  file: string,
  { dist, archive }: Files,
): FastifyReply {
  const isAsset = file.startsWith(assetsFolder);
  const name = file.slice(assetsFolder.length);
  // The archive first: a new build empties the folder.
  const archived = isAsset && archive.names.has(name) && existsSync(join(archive.folder, name));
  if (!archived && !dist.has(file)) return site.sendNotFound(request, reply);
  reply.header('cache-control', isAsset ? forever : aDay);
  if (file.endsWith('.svg')) reply.header('content-security-policy', svgPolicy);
  else if (isAsset) reply.removeHeader('content-security-policy');
  // For link previews and feed readers.
  if (/\.(svg|png|jpe?g|webp|avif|gif|ico)$/.test(file))
    reply.header('cross-origin-resource-policy', 'cross-origin');
  if (archived) return reply.sendFile(name, archive.folder, unasked);
  return reply.sendFile(file, isAsset ? unasked : {});
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
