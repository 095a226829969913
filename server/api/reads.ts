import type { FastifyInstance } from 'fastify';

import type { Feature } from '#src/contract/features.ts';
import { isMediaType } from '#src/contract/media-type.ts';
import { connectCalls } from '#src/paths.ts';

import { countPages, featuredArticles, listArticles, readArticle } from '../domain/articles.ts';
import { Refusal } from '../domain/refusal.ts';
import { listVacancies } from '../domain/vacancies.ts';
import { sendBody } from '../web/answer-body.ts';
import { nothingHere } from '../web/error-answers.ts';
import type { Read, Service } from './service.ts';

/** What the embedded API can do. */
const features: Feature[] = ['status', 'alerts'];

/** Declares the GET calls, which `service` answers. */
export function readCalls(api: FastifyInstance, service: Service): void {
  readRoute(api, service, connectCalls.mediaPriority, () => ({
    call: connectCalls.mediaPriority,
    load: featuredArticles,
  }));
  readRoute(api, service, connectCalls.jobList, () => ({ call: connectCalls.jobList, load: listVacancies }));
  readRoute(api, service, connectCalls.features, () => ({
    call: connectCalls.features,
    load: async () => features,
  }));
  readRoute(api, service, '/media-room/:type/:page', ({ type = '', page = '' }) => {
    if (!isMediaType(type) || !/^\d{1,6}$/.test(page)) return undefined;
    return {
      call: connectCalls.mediaList(type, Number(page)),
      load: (db) => listArticles(db, type, Number(page)),
      page: { list: type, number: Number(page), count: (db) => countPages(db, type) },
    };
  });
  readRoute(api, service, '/media/:id', ({ id = '' }) =>
    isUsableId(id) ? { call: connectCalls.mediaDetail(id), load: (db) => readArticle(db, id) } : undefined,
  );
}

type Params = Record<string, string>;

/**
 * `askedBy` gives what to read, or undefined for a 404. It checks the parameters itself: to a schema of Fastify's
 * what an address cannot mean is a 400.
 */
export function readRoute(
  api: FastifyInstance,
  service: Service,
  path: string,
  askedBy: (params: Params) => Read | undefined,
): void {
  api.get<{ Params: Params }>(path, async (request, reply) => {
    const asked = askedBy(request.params);
    if (asked === undefined) throw new Refusal(404, nothingHere);
    const answer = await service.read(asked);
    reply.code(answer.status).headers(answer.headers ?? {});
    return sendBody(request, reply.header('cache-control', 'no-cache'), answer.body);
  });
}

/** No control characters, which PostgreSQL refuses, and nothing that could climb in a provider's paths. */
function isUsableId(id: string): boolean {
  return id.length <= 200 && !/\p{Cc}|\p{Cs}|[/\\]/u.test(id) && id !== '.' && id !== '..';
}
