import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';

import type { Validation } from '#src/contract/validation.ts';
import { asRecord } from '#src/contract/validation.ts';
import { connectMount } from '#src/paths.ts';

import type { Tables } from '../db/schema.ts';
import type { RequestKey } from '../domain/seen-keys.ts';
import type { AnswerBody } from '../web/answer-body.ts';

export type ReadAnswer = { status: number; body: AnswerBody; headers?: Record<string, string> };
export type WriteAnswer = { status: number; body: string | Buffer; headers?: Record<string, string> };

/** What a GET call asks for. */
export type Read = {
  /** The call as a provider gets it. */
  call: string;
  /** Reads the payload from the embedded store; undefined when there is no such thing. */
  load(db: Kysely<Tables>): Promise<unknown>;
  /** For one page of a list: how many there are. Those past the end are without number. */
  page?: { list: string; number: number; count(db: Kysely<Tables>): Promise<number> };
};

/** What a request has made; no id where there is nothing (any more) that one could follow. */
type Made = { id: string | null; isRepeat?: boolean };

/** One of the two POST calls; what it does with the embedded store is the domain's. */
export type Submission<T> = {
  call: string;
  thanks: string;
  validate(input: unknown): Validation<T>;
  /** What an earlier request with this key has made; undefined where there was none. */
  find(db: Kysely<Tables>, request: RequestKey): Promise<Made | undefined>;
  /** Stores it, or finds that the same was stored before. */
  store(trx: Transaction<Tables>, value: T, request: RequestKey, isFlagged: boolean): Promise<Made>;
  /** What the answer says beside the thanks. */
  more?(db: Kysely<Tables>, id: string): Promise<object>;
};

export type Post = {
  key: string | null;
  input: Record<string, unknown>;
  isFlagged: boolean;
  /** Throws where this client has sent too much; a repeat is never asked. */
  limit: () => Promise<void>;
};

/** Who answers the calls: the embedded store, or a provider's API behind a proxy. */
export type Service = {
  read(asked: Read): Promise<ReadAnswer>;
  write<T>(submission: Submission<T>, post: Post): Promise<WriteAnswer>;
  /** Reads or withdraws the application with this secret; 404 where there is none. */
  application(method: 'GET' | 'DELETE', secret: string): Promise<WriteAnswer>;
};

/** Marks the answer to a repeated write. */
export const replayed = { 'idempotency-replayed': 'true' };

type ConnectRead = { status: number; payload: unknown };

/** What the API answers to a call, for pages that are made on the server; null when that is no answer. */
export async function readConnect(app: FastifyInstance, call: string): Promise<ConnectRead | null> {
  const { statusCode, body } = await app.inject({ url: connectMount + call });
  if (statusCode !== 200) return statusCode < 500 ? { status: statusCode, payload: null } : null;
  const { payload } = asRecord(readJson(body));
  return payload === undefined ? null : { status: 200, payload };
}

/** Undefined where a provider sends something that is no answer, such as html. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
