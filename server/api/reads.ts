import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Feature } from '#src/contract/features.ts';
import { isMediaType } from '#src/contract/media-type.ts';
import { asRecord } from '#src/contract/validation.ts';
import { connectCalls } from '#src/paths.ts';

import { featuredArticles, listArticles, readArticle } from '../domain/articles.ts';
import { Refusal } from '../domain/refusal.ts';
import { listVacancies } from '../domain/vacancies.ts';
import { sendBody } from '../web/answer-body.ts';
import { nothingHere } from '../web/error-answers.ts';
import type { AskApi } from '../web/server-bundle.ts';
import { type Read, readJson, type Service } from './service.ts';

const features: Feature[] = ['status', 'alerts'];

const withoutParameters: Record<string, Read['load']> = {
  [connectCalls.mediaPriority]: featuredArticles,
  [connectCalls.jobList]: listVacancies,
  [connectCalls.features]: async () => features,
};

/** The read that a decoded path stands for; refused where it can mean none. */
function readOf(path: string): Read {
  const load = withoutParameters[path];
  if (load !== undefined) return { call: path, load };
  const [, type, page] = /^\/media-room\/(\w+)\/(\d{1,6})$/.exec(path) ?? [];
  if (isMediaType(type)) {
    const number = Number(page);
    return {
      call: connectCalls.mediaList(type, number),
      load: (db) => listArticles(db, type, number),
      page: { list: type, number },
    };
  }
  // PostgreSQL refuses control characters; dots and slashes could climb in a provider's paths.
  const [, id] = /^\/media\/((?!\.\.?$)[^\p{Cc}\p{Cs}/\\]{1,200})$/u.exec(path) ?? [];
  if (id !== undefined) return { call: connectCalls.mediaDetail(id), load: (db) => readArticle(db, id) };
  throw new Refusal(404, nothingHere);
}

/** Declares the GET calls; without a schema of Fastify's, which answers 400 to an address that can mean nothing. */
export function readCalls(api: FastifyInstance, service: Service): void {
  api.get<{ Params: { '*': string } }>('/*', async (request, reply) =>
    sendRead(service, readOf(`/${request.params['*']}`), request, reply),
  );
}

export async function sendRead(service: Service, read: Read, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers = {}, body } = await service.read(read);
  return sendBody(request, reply.code(status).headers({ ...headers, 'cache-control': 'no-cache' }), body);
}

/** Asks the API without a request, for pages that are made on the server; null when there is no answer. */
export function askApi(service: Service, log: FastifyBaseLogger): AskApi {
  return async (call) => {
    try {
      const { status, body } = await service.read(readOf(decodeURIComponent(call)));
      if (status !== 200) return status < 500 ? { status, payload: null } : null;
      const { payload } = asRecord(readJson(body.plain.toString()));
      return payload === undefined ? null : { status, payload };
    } catch (error) {
      if (error instanceof Refusal && error.statusCode < 500)
        return { status: error.statusCode, payload: null };
      log.warn({ err: error instanceof Refusal ? error.cause : error }, 'a page could not be filled');
      return null;
    }
  };
}
