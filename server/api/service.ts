import type { Kysely, Transaction } from 'kysely';

import type { Payload } from '#src/contract/forms.ts';
import type { Kind } from '#src/contract/kinds.ts';

import type { Tables } from '../db/schema.ts';
import type { RequestKey } from '../domain/seen-keys.ts';
import type { Answer } from '../web/answer-cache.ts';

export type WriteAnswer = { status: number; body: string | Buffer; headers?: Record<string, string> };

export type Read = {
  call: string;
  /** Reads from the embedded store; undefined means 404. */
  load(db: Kysely<Tables>): Promise<unknown>;
};

/** `id`: null for subscriptions and deleted applications. */
type WriteResult = { id: string | null; isRepeat?: boolean };

/** What the embedded store does with a form of `contract/forms.ts`. */
export type PostCall<K extends Kind = Kind> = {
  kind: K;
  /** Finds the result of an earlier request with the same key. */
  find(db: Kysely<Tables>, request: RequestKey): Promise<WriteResult | undefined>;
  store(trx: Transaction<Tables>, value: Payload<K>, request: RequestKey, post: Post): Promise<WriteResult>;
  /** Adds fields to the response. */
  more?(db: Kysely<Tables>, id: string | null): Promise<object>;
};

export type Post = {
  key: string | null;
  input: Record<string, unknown>;
  isFlagged: boolean;
  /** Skipped for a repeated key. */
  limit: () => Promise<void>;
  /** Skipped for equal text as well. */
  limitPerDay: () => void;
};

/** Implemented by the embedded store and the proxy. */
export type Service = {
  read(asked: Read): Promise<Answer>;
  write(postCall: PostCall, post: Post): Promise<WriteAnswer>;
  application(method: 'GET' | 'DELETE', secret: string): Promise<WriteAnswer>;
};

export const replayed = { 'idempotency-replayed': 'true' };
