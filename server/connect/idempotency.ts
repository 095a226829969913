import { createHash } from 'node:crypto';

import { sql, type Transaction } from 'kysely';

import { Refusal } from '../http/error-answers.ts';
import { isLocked } from '../store/database-errors.ts';
import { isPostgres } from '../store/first-tables.ts';
import type { Store } from '../store/open-store.ts';
import { arrivalTime } from '../store/retention.ts';
import type { Tables } from '../store/schema.ts';

/** Identifies a write and what was sent with it. `isContent`: under another key the same content is the same request. */
export type RequestKey = { key: string; call: string; fingerprint: string; isContent: boolean };

/**
 * After the IETF draft on the Idempotency-Key header. A request without a key is one with its content as
 * the key, so that a form sent twice is stored once.
 */
export function requestKey(
  header: string | undefined,
  { call, isContent }: { call: string; isContent: boolean },
  value: unknown,
): RequestKey {
  const fingerprint = createHash('sha256').update(call).update(canonical(value)).digest('base64url');
  const key = header === undefined ? `content:${fingerprint}` : keyOf(header);
  return { key, call, fingerprint, isContent };
}

/** The draft writes the key as a quoted string; a bare one is taken as well. */
function keyOf(header: string): string {
  const key = header.trim().replace(/^"(.*)"$/, '$1');
  if (!/^[\x21-\x7e]{1,200}$/.test(key))
    throw new Refusal(400, 'The Idempotency-Key has to be 1 to 200 printable characters.');
  return `key:${key}`;
}

/** `key` is that of the request which got the answer first. */
type Answer = { status: number; body: string; key: string };

/** Runs `work` for the first request with a key, in the transaction that also keeps its answer; repeats get that answer. */
export async function answerOnce(
  trx: Transaction<Tables>,
  request: RequestKey,
  work: () => Promise<{ status: number; body: string }>,
): Promise<Answer & { repeated: boolean }> {
  const earlier = await claim(trx, request);
  if (earlier !== undefined) return { ...earlier, repeated: true };
  const answer = await work();
  await trx.updateTable('answers').set(answer).where('request_key', '=', request.key).execute();
  return { ...answer, key: request.key, repeated: false };
}

/** Where another server is at work on the same key, a repeat has to come again. */
export function unlessLocked<T>(store: Store, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return store.write(work).catch((error: unknown) => {
    throw isLocked(error) ? inProgress() : error;
  });
}

/** Takes the key for this request, or gives the answer that an earlier one got: of the key first, then of the same content. */
export async function claim(
  trx: Transaction<Tables>,
  request: RequestKey,
  person: string | null = null,
): Promise<Answer | undefined> {
  // Two servers that look at the same moment would both find nothing.
  if (request.isContent && isPostgres(trx))
    await sql`select pg_advisory_xact_lock(hashtextextended(${request.fingerprint}, 0))`.execute(trx);
  if (await note(trx, request, person)) return request.isContent ? asOtherKey(trx, request) : undefined;
  const earlier = await trx
    .selectFrom('answers')
    .select(['fingerprint', 'status', 'body', 'request_key', 'same_as'])
    .where('request_key', '=', request.key)
    .executeTakeFirst();
  // Another server may have given the key up, or retention deleted it, since the line above.
  if (earlier === undefined) throw inProgress();
  if (earlier.fingerprint !== null && earlier.fingerprint !== request.fingerprint) throw keyOfAnother();
  return answered(earlier);
}

/** False where the key is known already. */
async function note(
  trx: Transaction<Tables>,
  { key, call, fingerprint }: RequestKey,
  person: string | null,
): Promise<boolean> {
  const created_at = await arrivalTime(trx);
  const unknown = { status: null, body: '', secret_hash: null, same_as: null };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('answers')
    .values({ request_key: key, call, fingerprint, created_at, person, ...unknown })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The answer that the same content got under another key. */
async function asOtherKey(
  trx: Transaction<Tables>,
  { key: own, fingerprint }: RequestKey,
): Promise<Answer | undefined> {
  const same = await trx
    .selectFrom('answers')
    .select(['status', 'body', 'request_key', 'same_as'])
    .where('fingerprint', '=', fingerprint)
    .where('request_key', '!=', own)
    .where('same_as', 'is', null)
    .executeTakeFirst();
  if (same === undefined) return undefined;
  const { status, body, key } = answered(same);
  // A late repeat of this key, too, is to find that it was taken.
  const found = { status, body, same_as: key };
  await trx.updateTable('answers').set(found).where('request_key', '=', own).execute();
  return { status, body, key };
}

type Known = Pick<Tables['answers'], 'status' | 'body' | 'request_key' | 'same_as'>;

function answered({ status, body, request_key, same_as }: Known): Answer {
  if (status === null) throw inProgress();
  return { status, body, key: same_as ?? request_key };
}

/** Whether a request of this call with this `Idempotency-Key` was answered before. */
export async function isAnswered(store: Store, call: string, header: string): Promise<boolean> {
  const row = await store.db
    .selectFrom('answers')
    .select('status')
    .where('request_key', '=', keyOf(header))
    .where('call', '=', call)
    .executeTakeFirst();
  return row !== undefined && row.status !== null;
}

export function keyOfAnother(): Refusal {
  return new Refusal(422, 'This Idempotency-Key was used for a different request. Please send it again.');
}

function inProgress(): Refusal {
  return new Refusal(409, 'This request is still being worked on. Please try again in a moment.', {
    retryAfter: 2,
  });
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
