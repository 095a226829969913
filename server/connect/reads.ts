import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import { features } from '#src/contract/features.ts';
import { mediaTypes } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';
import { serverErrors } from '#src/words/errors.ts';

import { featuredArticles, findArticle, listArticles } from '../articles/articles.ts';
import { Refusal } from '../lib/refusal.ts';
import { listVacancies } from '../vacancies/vacancies.ts';
import { compressBody, sendBody } from '../web/response-body.ts';
import { type CachedResponse, type Clock, ResponseCache } from '../web/response-cache.ts';
import type { AskApi } from '../web/server-bundle.ts';
import type { Read, Service } from './service.ts';

const withoutParameters: Record<string, Read['load']> = {
  [connectCalls.mediaPriority]: featuredArticles,
  [connectCalls.jobList]: listVacancies,
  [connectCalls.features]: async () => features,
};

function readOf(path: string): Read {
  const load = withoutParameters[path];
  if (load !== undefined) return { call: path, load };
  for (const type of mediaTypes) {
    const page = after(connectCalls.mediaListPrefix(type), path);
    if (/^\d{1,6}$/.test(page))
      return {
        call: connectCalls.mediaList(type, Number(page)),
        load: (db) => listArticles(db, type, Number(page)),
      };
  }
  const id = after(connectCalls.mediaDetailPrefix, path);
  // PostgreSQL rejects control characters. Dots and slashes could escape the provider's base path.
  if (/^(?!\.\.?$)[^\p{Cc}\p{Cs}/\\]{1,200}$/u.test(id))
    return { call: connectCalls.mediaDetail(id), load: (db) => findArticle(db, id) };
  throw new Refusal(404, serverErrors.notFound);
}

function after(prefix: string, path: string): string {
  return path.startsWith(prefix) ? path.slice(prefix.length) : '';
}

/** Declares the GET calls. A Fastify schema would answer an unknown path with 400, not 404. */
export function readCalls(api: FastifyInstance, service: Service, clock: Clock): void {
  const cache = new ResponseCache<CachedResponse>(clock);
  api.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const read = readOf(`/${request.params['*']}`);
    const response = await cache.get(read.call, async () => {
      const { status, headers, ...fresh } = await service.read(read);
      const body = fresh.body();
      return { status, headers, body: status === 200 ? await compressBody(body) : body };
    });
    const { status, headers, body } = response;
    return sendBody(request, reply.code(status).headers({ ...headers, 'cache-control': 'no-cache' }), body);
  });
}

/** Reads without an HTTP request, for server rendering; returns null if the API is unavailable. */
export function askApi(service: Service, log: FastifyBaseLogger): AskApi {
  return async (call) => {
    try {
      const { status, ...response } = await service.read(readOf(decodeURIComponent(call)));
      if (status !== 200) return status < 500 ? { status, payload: null } : null;
      const payload = response.payload();
      return payload === undefined ? null : { status, payload };
    } catch (error) {
      if (error instanceof Refusal && error.statusCode < 500)
        return { status: error.statusCode, payload: null };
      log.warn({ err: error instanceof Refusal ? error.cause : error }, 'could not read the data for a page');
      return null;
    }
  };
}
