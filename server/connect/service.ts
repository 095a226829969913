import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';

import type { Validation } from '#src/contract/validation.ts';
import { connectMount } from '#src/paths.ts';

import { type AnswerBody, sendBody } from '../http/answer-body.ts';
import { nothingHere, Refusal } from '../http/error-answers.ts';
import type { Tables } from '../store/schema.ts';

export type ReadAnswer = { status: number; body: AnswerBody; headers?: Record<string, string> };

/** Reads the payload from the embedded store; undefined when there is no such thing. */
export type Load = (db: Kysely<Tables>) => Promise<unknown>;

/** One of the two POST calls. */
export type Submission<T> = {
  call: string;
  validate(input: unknown): Validation<T>;
  /** Stores the value in the embedded store, or throws a `Refusal`. `isFlagged`: its honeypot was filled. */
  store(trx: Transaction<Tables>, value: T, requestKey: string, isFlagged: boolean): Promise<void>;
  thanks: string;
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
  /** Whether this `Idempotency-Key` was answered before. */
  isKnownKey(header: string): Promise<boolean>;
  /** Throws when calls cannot be answered. */
  check(): Promise<void>;
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
  const payload = payloadOf(body);
  return payload === undefined ? null : { status: 200, payload };
}

export type ConnectRead = { status: number; payload: unknown };

/** Undefined where a provider sends something that is no answer, such as html. */
function payloadOf(body: string): unknown {
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === 'object' && answer !== null && 'payload' in answer ? answer.payload : undefined;
  } catch {
    return undefined;
  }
}
