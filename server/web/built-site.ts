import { extname } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { serverErrors } from '#src/words/errors.ts';

import { assetsFolder, listFiles, oneDay, oneYear, readDocuments, type SiteDocument } from './built-files.ts';
import { isByWorker, pageFiles, pathOf, redirectToCanonical } from './canonical-address.ts';
import { prerenderedPages } from './prerendered-pages.ts';
import { sendBody } from './response-body.ts';
import type { BuildRecord } from './server-bundle.ts';

export type StaticSite = {
  send(request: FastifyRequest, reply: FastifyReply, document: SiteDocument): FastifyReply;
  sendDocument(request: FastifyRequest, reply: FastifyReply, file: string): FastifyReply;
  sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

type Documents = Map<string, SiteDocument>;
/** The built site's files, and those that are held in memory. */
type SiteFolder = { distDir: string; dist: Set<string>; documents: Documents };
type Files = Omit<SiteFolder, 'distDir'> & { site: StaticSite };

export function readSiteFolder(distDir: string, record: BuildRecord): SiteFolder {
  const dist = new Set(listFiles(distDir));
  return { distDir, dist, documents: readDocuments(distDir, dist, record) };
}

export async function serveStaticSite(
  app: FastifyInstance,
  { distDir, dist, documents }: SiteFolder,
): Promise<StaticSite> {
  const site = siteOf(documents);
  await app.register(fastifyStatic, {
    root: distDir,
    serve: false,
    preCompressed: true,
    cacheControl: false,
  });
  // Also serve shells by file name: their paths match the route of articles or vacancies.
  for (const path of ['/*', ...prerenderedPages.map(({ file }) => `/${file}`)])
    app.get(path, { onRequest: redirectToCanonical }, respondTo({ site, dist, documents }));
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

function respondTo({ site, dist, documents }: Files) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request);
    const file = pageFiles.get(path) ?? path.slice(1);
    // Only the worker may request the not-found page by file name.
    if (file === '404.html' && !isByWorker(request)) return site.sendNotFound(request, reply);
    if (path.endsWith('.html')) reply.header('x-robots-tag', 'noindex');
    if (documents.has(file)) return site.sendDocument(request, reply, file);
    // Files not in memory, such as videos.
    if (dist.has(file)) return reply.headers(file.startsWith(assetsFolder) ? oneYear : oneDay).sendFile(file);
    return site.sendNotFound(request, reply);
  };
}
