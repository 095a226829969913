import { createHash } from 'node:crypto';

import { type Kysely, sql, type Transaction } from 'kysely';

import { isPostgres } from '../db/errors.ts';
import type { Tables } from '../db/schema.ts';
import { Refusal } from './refusal.ts';

/**
 * What a write is known by, after the IETF draft on the Idempotency-Key header: the sender's key, null where there was
 * none, and a hash of what was sent. The key lies on the row that it made. Rows that are deleted, and requests that made
 * none, leave a hash of both in `seen_keys`, so that a late repeat stores nothing again.
 */
export type RequestKey = { key: string | null; fingerprint: string };

export function requestKey(call: string, key: string | null, input: Record<string, unknown>): RequestKey {
  const names = Object.keys(input).sort();
  const text = JSON.stringify([call, ...names.map((name) => [name, asSent(input[name])])]);
  return { key, fingerprint: createHash('sha256').update(text).digest('base64url') };
}

/** A form without scripts ends its lines with two characters. */
function asSent(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  return value
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function hashOf({ key, fingerprint }: RequestKey): string {
  return createHash('sha256').update(`${key} ${fingerprint}`).digest('base64url');
}

export async function isSeen(db: Kysely<Tables>, request: RequestKey): Promise<boolean> {
  if (request.key === null) return false;
  const row = db.selectFrom('seen_keys').select('hash').where('hash', '=', hashOf(request));
  return (await row.executeTakeFirst()) !== undefined;
}

/** Of a request without a key nothing is left: the hash of its text alone would tell of it. */
export async function rememberKeys(trx: Kysely<Tables>, requests: RequestKey[]): Promise<void> {
  const created_at = new Date().toISOString();
  const rows = requests
    .filter(({ key }) => key !== null)
    .map((request) => ({ hash: hashOf(request), created_at }));
  // A statement may have only so many parameters.
  for (let start = 0; start < rows.length; start += 500)
    await trx
      .insertInto('seen_keys')
      .values(rows.slice(start, start + 500))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Two servers that look for the same text at the same moment would both find nothing. */
export async function takeTurns(trx: Transaction<Tables>, text: string): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(trx);
}

export function keyOfAnother(): Refusal {
  return new Refusal(422, 'This Idempotency-Key was used for a different request. Please send it again.');
}

export function inProgress(): Refusal {
  return new Refusal(409, 'This request is still being worked on. Please try again in a moment.', {
    retryAfter: 2,
  });
}
