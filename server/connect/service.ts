import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';

import { honeypotField, idempotencyHeader } from '#src/contract/answer.ts';
import { asRecord, type Validation } from '#src/contract/validation.ts';
import { connectMount, pages } from '#src/paths.ts';

import { type AnswerBody, sendBody } from '../http/answer-body.ts';
import { nothingHere, Refusal } from '../http/error-answers.ts';
import type { Tables } from '../store/schema.ts';
import { isFormPost, sendFormPage } from './form-post.ts';

export type ReadAnswer = { status: number; body: AnswerBody; headers?: Record<string, string> };

/** Reads the payload from the embedded store; undefined when there is no such thing. */
export type Load = (db: Kysely<Tables>) => Promise<unknown>;

/** One of the two POST calls. */
export type Submission<T> = {
  call: string;
  /** The same content is the same request, whatever its key: from a second tab, or posted by the browser before. */
  isContent: boolean;
  validate(input: unknown): Validation<T>;
  /** Stores the value in the embedded store, or throws a `Refusal`. `isFlagged`: its honeypot was filled. */
  store(trx: Transaction<Tables>, value: T, requestKey: string, isFlagged: boolean): Promise<void>;
  thanks: string;
  /** What the answer to the request with this key says beside the thanks; `isOwn`: to whoever has this key, not only its text. */
  more?(trx: Transaction<Tables>, requestKey: string, isOwn: boolean): Promise<object>;
};

/** Marks the answer to a repeated write. */
export const replayed = { 'idempotency-replayed': 'true' };

export type WriteAnswer = { status: number; body: string | Buffer; headers?: Record<string, string> };

/** Who answers the calls: the embedded store, or a provider's API behind a proxy. */
export type Service = {
  read(call: string, load: Load): Promise<ReadAnswer>;
  write<T>(
    submission: Submission<T>,
    input: unknown,
    header: string | undefined,
    isFlagged: boolean,
  ): Promise<WriteAnswer>;
  /** Whether a request of this call with this `Idempotency-Key` was answered before. */
  isKnownKey(call: string, header: string): Promise<boolean>;
  /** Reads or withdraws the application with this secret; 404 where there is none. */
  application(method: 'GET' | 'DELETE', secret: string): Promise<WriteAnswer>;
};

type Params = Record<string, string>;

/**
 * Declares a GET call; `callOf` gives the path to read, or undefined for a 404. It checks the parameters itself: to a
 * schema of Fastify's what an address cannot mean is a 400.
 */
export function readRoute(
  api: FastifyInstance,
  service: Service,
  path: string,
  callOf: (params: Params) => { call: string; load: Load } | undefined,
): void {
  api.get<{ Params: Params }>(path, async (request, reply) => {
    const found = callOf(request.params);
    if (found === undefined) throw new Refusal(404, nothingHere);
    const answer = await service.read(found.call, found.load);
    reply.code(answer.status).headers(answer.headers ?? {});
    return sendBody(request, reply.header('cache-control', 'no-cache'), answer.body);
  });
}

/** What the API answers to a call, for pages that are made on the server; null when that is no answer. */
export async function readConnect(app: FastifyInstance, call: string): Promise<ConnectRead | null> {
  const { statusCode, body } = await app.inject({ url: connectMount + call });
  if (statusCode !== 200) return statusCode < 500 ? { status: statusCode, payload: null } : null;
  const { payload } = asRecord(readJson(body));
  return payload === undefined ? null : { status: 200, payload };
}

export type ConnectRead = { status: number; payload: unknown };

/** Undefined where a provider sends something that is no answer, such as html. */
function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Pages kept on a device from before it was renamed still send it; password managers filled it, so it means nothing. */
const formerHoneypot = 'website';

/** Declares a POST call; a form sent without JavaScript gets a page instead of JSON. */
export function submissionRoute<T>(api: FastifyInstance, service: Service, submission: Submission<T>): void {
  api.post(submission.call, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { [honeypotField]: trap, [formerHoneypot]: _, ...input } = asRecord(request.body);
    const isFlagged = trap !== undefined && trap !== '';
    const answer = await service.write(submission, input, keyHeader(request.headers), isFlagged);
    if (isFormPost(request) && answer.status < 300) return reply.redirect(pages.thanks.path, 303);
    reply
      .code(answer.status)
      .type('application/json; charset=utf-8')
      .headers(answer.headers ?? {});
    return isFormPost(request) ? sendFormPage(reply, readJson(String(answer.body))) : reply.send(answer.body);
  });
}

export function keyHeader(headers: Record<string, string | string[] | undefined>): string | undefined {
  const value = headers[idempotencyHeader.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}
