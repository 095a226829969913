import type { InsertResult } from 'kysely';

import { serverErrors } from '#src/words/errors.ts';

import { hourMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';
import {
  advisoryLock,
  inProgress,
  isRemembered,
  keyReused,
  type RequestKey,
  rememberKeys,
  seenAt,
} from './idempotency-keys.ts';
import { countRows } from './keyset-pages.ts';
import type { Db, Tables, Trx } from './schema.ts';

/** Visitors' messages that need an answer. */
export type Received = 'applications' | 'enquiries';

/** Treat the same text under another key as a repeat for one hour (a second tab). */
const sameTextMs = hourMs;

/** Finds an earlier request with the same key and text. Throws if its row was deleted. */
export async function findAccepted(
  db: Db,
  table: Received,
  request: RequestKey,
): Promise<{ id: string } | undefined> {
  const rows = db.selectFrom(table).select(['id', 'fingerprint']);
  const own = await rows.where('request_key', '=', request.key).executeTakeFirst();
  if (own !== undefined && own.fingerprint !== request.fingerprint) throw keyReused();
  if (own !== undefined) return own;
  const seen = await seenAt(db, request);
  if (seen === undefined) return undefined;
  // Its text had come within the hour before.
  const since = new Date(Date.parse(seen) - 2 * sameTextMs).toISOString();
  const same = rows.where('created_at', '>', since).where('fingerprint', '=', request.fingerprint);
  const row = await same.orderBy('created_at', 'desc').executeTakeFirst();
  if (row === undefined) throw new Refusal(410, serverErrors.deleted);
  return row;
}

type NewRow = Pick<Tables[Received], 'id' | 'created_at' | 'request_key' | 'fingerprint'>;

/** Call `findAccepted` first. `insert` does nothing on a conflict. */
export async function storeOnce(
  trx: Trx,
  table: Received,
  request: RequestKey,
  insert: (row: NewRow) => Promise<InsertResult>,
): Promise<{ id: string; time: string; isRepeat: boolean }> {
  const { key: request_key, fingerprint } = request;
  const time = new Date().toISOString();
  await advisoryLock(trx, fingerprint);
  const same = await trx
    .selectFrom(table)
    .select(['id', 'request_key'])
    .where('fingerprint', '=', fingerprint)
    .where('created_at', '>', new Date(Date.now() - sameTextMs).toISOString())
    .executeTakeFirst();
  if (same !== undefined) {
    if (same.request_key !== request_key) await rememberKeys(trx, [request]);
    return { id: same.id, time, isRepeat: true };
  }
  const id = newId(time);
  const row = { id, created_at: time, request_key, fingerprint };
  // Another server has just stored this key.
  if ((await insert(row)).numInsertedOrUpdatedRows !== 1n) throw inProgress();
  return { id, time, isRepeat: false };
}

/** A UUID that begins with the time: in the index by id, too, rows that are deleted together lie side by side. */
function newId(time: string): string {
  const ms = Date.parse(time).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

export function countReceived(db: Db, table: Received, time: string): Promise<number> {
  return countRows(db.selectFrom(table).where('created_at', '>=', time));
}

/**
 * Deletes rows. Their keys outlive them, so that a late repeat stores nothing, and the ids of those with files, so that a
 * late part is told why.
 */
export async function deleteRows(trx: Trx, table: Received, ids: string[]): Promise<void> {
  const owner = table === 'applications' ? 'application' : 'enquiry';
  const files = trx.selectFrom('attachments').select(owner).distinct().where(owner, 'in', ids);
  const owners = (await files.execute()).map((row) => rowKey(row[owner] ?? ''));
  const deletion = trx.deleteFrom(table).where('id', 'in', ids);
  const gone = await deletion.returning(['request_key as key', 'fingerprint']).execute();
  await rememberKeys(trx, [...gone, ...owners]);
}

/** False for a row that this store never had, such as one stored after the copy from which it was restored. */
export function wasDeleted(db: Db, id: string): Promise<boolean> {
  return isRemembered(db, rowKey(id));
}

/** No request has this fingerprint. */
const rowKey = (id: string): RequestKey => ({ key: id, fingerprint: 'row' });
