import { type RawBuilder, sql } from 'kysely';

import { anonymise, drop, lockMessages } from '../mail/queue.ts';
import { contactKey } from '../store/contact-key.ts';
import type { Store } from '../store/open-store.ts';
import { type Received, remembering } from '../store/received.ts';
import type { Trx } from '../store/schema.ts';
import { lockApplications } from './replies.ts';

/** Deletes what visitors sent. Its emails are dropped if they have not been handed over, and name nobody any more. */
async function deleteReceived(trx: Trx, table: Received, which: RawBuilder<boolean>): Promise<number> {
  if (table === 'applications') await lockApplications(trx, which);
  const rows = await trx.selectFrom(table).select('id').where(which).execute();
  // Databases limit the number of parameters per statement.
  for (let start = 0; start < rows.length; start += 500) {
    const ids = rows.slice(start, start + 500).map(({ id }) => id);
    const isAbout = sql<boolean>`id in (${sql.join(await messagesAbout(trx, table, ids))})`;
    await drop(trx, isAbout, 'what it was about was deleted');
    await anonymise(trx, isAbout);
    await remembering(trx, trx.deleteFrom(table).where('id', 'in', ids));
  }
  if (rows.length > 0) await deleteIdleDevices(trx);
  return rows.length;
}

/** Devices that were to get notifications only about what has been deleted. */
export async function deleteIdleDevices(trx: Trx): Promise<void> {
  const isIdle = sql`vacancies = 0 and not exists (select 1 from follows where follows.endpoint = devices.endpoint)`;
  // Messages first: whoever ends one changes its device afterwards.
  await lockMessages(trx, sql`device in (select endpoint from devices where ${isIdle})`);
  await sql`delete from devices where ${isIdle}`.execute(trx);
}

/** Receipts and replies, with those that they replaced. A reply that also answers something else stays. */
async function messagesAbout(trx: Trx, table: Received, ids: string[]): Promise<string[]> {
  const column = table === 'applications' ? 'application' : 'enquiry';
  const own = sql`(${sql.join(ids)})`;
  const { rows } = await sql<{ id: string; again_of: string | null }>`
    select id, again_of from messages where application in ${own}
    union select messages.id, again_of from messages join replies on replies.message = messages.id
    where replies.${sql.ref(column)} in ${own} and not exists (select 1 from replies as other
      where other.message = messages.id and (other.${sql.ref(column)} is null or other.${sql.ref(column)} not in ${own}))`.execute(
    trx,
  );
  const found = new Set(rows.map(({ id }) => id));
  let earlier = rows.flatMap(({ again_of }) => again_of ?? []);
  while (earlier.length > 0) {
    for (const id of earlier) found.add(id);
    const before = trx.selectFrom('messages').select('again_of').where('id', 'in', earlier);
    earlier = (await before.execute()).flatMap(({ again_of }) => again_of ?? []);
  }
  // PostgreSQL refuses an empty list.
  return found.size === 0 ? [''] : [...found];
}

export function deleteOne(trx: Trx, table: Received, id: string | null): Promise<number> {
  return deleteReceived(trx, table, sql`id = ${id}`);
}

export function deleteSentWith(trx: Trx, table: Received, email: string): Promise<number> {
  return deleteReceived(trx, table, sql`contact_key = ${contactKey(email)}`);
}

/** SQLite takes two seconds to overwrite the files of 150, and nobody can write meanwhile. */
const batchSize = 20;

/** Deletes at most 20 rows in each transaction. Returns how many in all. */
export async function inBatches(
  store: Store,
  erase: (trx: Trx, limit: number) => Promise<number>,
): Promise<number> {
  let all = 0;
  for (let last = batchSize; last === batchSize; all += last)
    last = await store.erase((trx) => erase(trx, batchSize));
  return all;
}

/** Deletes applications from possible bots that arrived between these times; never one that was written to. */
export function deleteFlagged(trx: Trx, [from, until]: [string, string], limit: number): Promise<number> {
  return deleteReceived(
    trx,
    'applications',
    sql`id in (select id from applications where flagged = 1 and created_at >= ${from} and created_at <= ${until}
      and not exists (select 1 from replies where replies.application = applications.id) limit ${limit})`,
  );
}

export function deleteOldest(trx: Trx, table: Received, time: string, limit: number): Promise<number> {
  return deleteReceived(
    trx,
    table,
    sql`id in (select id from ${sql.table(table)} where created_at < ${time} limit ${limit})`,
  );
}
