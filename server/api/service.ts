import type { Kysely, Transaction } from 'kysely';

import type { Validation } from '#src/contract/validation.ts';

import type { Tables } from '../db/schema.ts';
import type { RequestKey } from '../domain/seen-keys.ts';
import type { AnswerBody } from '../web/answer-body.ts';

export type ReadAnswer = { status: number; body: AnswerBody; headers?: Record<string, string> };
export type WriteAnswer = { status: number; body: string | Buffer; headers?: Record<string, string> };

export type Read = {
  call: string;
  /** From the embedded store; undefined: a 404. */
  load(db: Kysely<Tables>): Promise<unknown>;
  /** Lists only. */
  page?: { list: string; number: number };
};

/** No id: nothing (left) that the sender could follow. */
type Made = { id: string | null; isRepeat?: boolean };

export type Submission<T> = {
  call: string;
  thanks: string;
  validate(input: unknown): Validation<T>;
  /** By the key of an earlier request. */
  find(db: Kysely<Tables>, request: RequestKey): Promise<Made | undefined>;
  store(trx: Transaction<Tables>, value: T, request: RequestKey, isFlagged: boolean): Promise<Made>;
  /** Fields of the answer beside the message. */
  more?(db: Kysely<Tables>, id: string): Promise<object>;
};

export type Post = {
  key: string | null;
  input: Record<string, unknown>;
  isFlagged: boolean;
  /** Not called for a repeat. */
  limit: () => Promise<void>;
};

/** The embedded store, or a provider's API behind a proxy. */
export type Service = {
  read(asked: Read): Promise<ReadAnswer>;
  write<T>(submission: Submission<T>, post: Post): Promise<WriteAnswer>;
  application(method: 'GET' | 'DELETE', secret: string): Promise<WriteAnswer>;
};

export const replayed = { 'idempotency-replayed': 'true' };

/** Undefined: not JSON. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
