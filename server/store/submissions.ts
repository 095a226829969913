import { type RawBuilder, sql } from 'kysely';

import { serverErrors } from '#src/words/errors.ts';

import { hourMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';
import { senderKeys } from './contact-key.ts';
import {
  advisoryLock,
  isRemembered,
  keyReused,
  type RequestKey,
  rememberKeys,
  seenAt,
} from './idempotency-keys.ts';
import { countRows } from './keyset-pages.ts';
import type { Db, Trx } from './schema.ts';
import { isPostgres } from './store-problems.ts';

/**
 * What visitors send and we answer: its table, and its column for their number. What belongs to one (replies, attachments,
 * entries of the log) names it by its kind.
 */
export const received = {
  application: { table: 'applications', phone: 'mobile' },
  enquiry: { table: 'enquiries', phone: 'phone' },
} as const;
export type Received = keyof typeof received;

/** Treat the same text under another key as a repeat for one hour (a second tab). */
const sameTextMs = hourMs;

/** Finds an earlier request with the same key and text. Throws if its row was deleted. */
export async function findAccepted(
  db: Db,
  kind: Received,
  request: RequestKey,
): Promise<{ id: string } | undefined> {
  const rows = db.selectFrom(received[kind].table).select(['id', 'fingerprint']);
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

/** Finds the same text of the last hour under any key. Nobody else stores it before this transaction ends. */
export async function findSame(
  trx: Trx,
  kind: Received,
  request: RequestKey,
): Promise<{ id: string; isRepeat: true } | undefined> {
  const { key, fingerprint } = request;
  await advisoryLock(trx, fingerprint);
  const since = new Date(Date.now() - sameTextMs).toISOString();
  const rows = trx.selectFrom(received[kind].table).select(['id', 'request_key']);
  const same = rows.where('fingerprint', '=', fingerprint).where('created_at', '>', since);
  const row = await same.executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.request_key !== key) await rememberKeys(trx, [request]);
  return { id: row.id, isRepeat: true };
}

/** What each new row has, whatever was sent. */
export function newRow({ key: request_key, fingerprint }: RequestKey) {
  const created_at = new Date().toISOString();
  return { id: newId(created_at), created_at, request_key, fingerprint };
}

/** A UUID that begins with the time: in the index by id, too, rows that are deleted together lie side by side. */
function newId(time: string): string {
  const ms = Date.parse(time).toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

export function countReceived(db: Db, kind: Received, time: string): Promise<number> {
  return countRows(db.selectFrom(received[kind].table).where('created_at', '>=', time));
}

type Sender = { name: string; email: string; phone: string };

/** Returns what stood there before, by column. */
export async function correctSender(trx: Trx, kind: Received, id: string, sender: Sender) {
  const { table, phone } = received[kind];
  const row = trx.selectFrom(table).select(['name', 'email', sql.ref<string>(phone).as('phone')]);
  const before = await row.where('id', '=', id).executeTakeFirst();
  const { name, email } = sender;
  const changes = { name, email, [phone]: sender.phone, ...senderKeys(name, email, sender.phone) };
  await trx.updateTable(table).set(changes).where('id', '=', id).execute();
  return before && { name: before.name, email: before.email, [phone]: before.phone };
}

/** Locks one until the transaction ends. */
export function lockReceived(trx: Trx, kind: Received, id: string) {
  const locked = trx
    .updateTable(received[kind].table)
    .set(({ ref }) => ({ fingerprint: ref('fingerprint') }));
  return locked.where('id', '=', id).returning('state').executeTakeFirst();
}

/** Locks several in one order for all, and returns them. */
export function lockApplications(trx: Trx, which: RawBuilder<boolean>): Promise<{ id: string }[]> {
  const rows = trx.selectFrom('applications').select('id').where(which).orderBy('id');
  return (isPostgres(trx) ? rows.forUpdate() : rows).execute();
}

/**
 * Deletes rows. Their keys outlive them, so that a late repeat stores nothing, and the ids of those with files, so that a
 * late part is told why.
 */
export async function deleteRows(trx: Trx, kind: Received, ids: string[]): Promise<void> {
  const files = trx.selectFrom('attachments').select(kind).distinct().where(kind, 'in', ids);
  const owners = (await files.execute()).map((row) => rowKey(row[kind] ?? ''));
  const deletion = trx.deleteFrom(received[kind].table).where('id', 'in', ids);
  const gone = await deletion.returning(['request_key as key', 'fingerprint']).execute();
  await rememberKeys(trx, [...gone, ...owners]);
}

/** False for a row that this store never had, such as one stored after the copy from which it was restored. */
export function wasDeleted(db: Db, id: string): Promise<boolean> {
  return isRemembered(db, rowKey(id));
}

/** No request has this fingerprint. */
const rowKey = (id: string): RequestKey => ({ key: id, fingerprint: 'row' });
