import type { Kind } from '#src/contract/form-kinds.ts';

import type { Db } from '../store/schema.ts';
import type { ResponseBody } from '../web/response-body.ts';
import type { CachedResponse } from '../web/response-cache.ts';

export type WriteResponse = { status: number; body: string | Buffer; headers?: Record<string, string> };

export type Read = {
  call: string;
  /** Reads from the embedded store; undefined means 404. */
  load(db: Db): Promise<unknown>;
};

export type Post = {
  key: string | null;
  input: Record<string, unknown>;
  /** Limits requests, and refuses a filled trap. Skipped for a repeated key. */
  limit: () => Promise<void>;
  /** Limits new submissions; also skipped for a repeated text. */
  perDay: () => Promise<void>;
  newAddresses: () => Promise<void>;
  /** Takes a receipt from the share of the client's network; false if that is used up. */
  mayHaveReceipt: () => Promise<boolean>;
};

export type Service = {
  /** `payload` is for pages, `body` for the wire; each is made only when asked for. */
  read(asked: Read): Promise<Omit<CachedResponse, 'body'> & { payload(): unknown; body(): ResponseBody }>;
  write(kind: Kind, post: Post): Promise<WriteResponse>;
  application(method: 'GET' | 'DELETE', secret: string): Promise<WriteResponse>;
};

export const replayed = { 'idempotency-replayed': 'true' };
