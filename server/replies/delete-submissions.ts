import { type RawBuilder, sql } from 'kysely';

import { deleteParts } from '../attachments/attachments.ts';
import { minuteMs } from '../lib/durations.ts';
import { forgetMessages } from '../outgoing/queue.ts';
import { type Store, writeInSlices } from '../store/open-store.ts';
import type { Trx } from '../store/schema.ts';
import { deleteRows, type Received } from '../store/submissions.ts';

/** Deletes what visitors sent. Its emails that wait go with it; the others name nobody any more. */
async function deleteReceived(
  trx: Trx,
  table: Received,
  which: RawBuilder<boolean>,
): Promise<{ id: string }[]> {
  const rows = await trx.selectFrom(table).select('id').where(which).execute();
  if (rows.length === 0) return rows;
  const ids = rows.map(({ id }) => id);
  // Messages first: whoever ends one changes its application afterwards.
  await forgetMessages(trx, sql`about in (${sql.join(ids)})`);
  await deleteRows(trx, table, ids);
  return rows;
}

export async function deleteOne(trx: Trx, table: Received, id: string | null): Promise<number> {
  return deleteNow(trx, table, sql`id = ${id}`);
}

export async function deleteThese(trx: Trx, table: Received, ids: string[]): Promise<number> {
  return ids.length === 0 ? 0 : deleteNow(trx, table, sql`id in (${sql.join(ids)})`);
}

async function deleteNow(trx: Trx, table: Received, which: RawBuilder<boolean>): Promise<number> {
  return (await deleteReceived(trx, table, which)).length;
}

/** Deletes at most so many rows, after the one with the id `last`, and returns them; a part of a file has no id. */
export type Erase = (trx: Trx, most: number, last: string | undefined) => Promise<{ id?: string }[]>;

/**
 * Deletes in slices, each in a transaction. SQLite's log is truncated every minute and at the end, so that nothing deleted
 * stays there. Returns how many rows were deleted.
 */
export async function eraseInSlices(store: Store, erase: Erase, signal?: AbortSignal): Promise<number> {
  let [all, truncatedAt] = [0, performance.now()];
  const slices = writeInSlices(
    store,
    (trx, last: { id?: string } | undefined, most) => erase(trx, most, last?.id),
    (_, gone) => gone.filter(({ id }) => id !== undefined).length,
  );
  for await (const count of slices) {
    all += count;
    if (signal?.aborted) break;
    if (performance.now() - truncatedAt < minuteMs) continue;
    await store.erase(async () => {});
    truncatedAt = performance.now();
  }
  if (all > 0) await store.erase(async () => {});
  return all;
}

/** Deletes the parts of their files first, so that a slice ends after some of them. */
async function deleteSome(
  trx: Trx,
  table: Received,
  which: RawBuilder<unknown>,
  most: number,
): Promise<{ id?: string }[]> {
  const owner = table === 'applications' ? 'application' : 'enquiry';
  const parts = await deleteParts(trx, sql`${sql.ref(owner)} in (${which})`, most);
  return parts.length > 0 ? parts : deleteReceived(trx, table, sql`id in (${which})`);
}

/** In the order of the index by time, so that the rows of a slice lie side by side. */
export function deleteOldest(
  trx: Trx,
  table: Received,
  time: string,
  most: number,
): Promise<{ id?: string }[]> {
  const oldest = sql`select id from ${sql.table(table)} where created_at < ${time} order by created_at limit ${most}`;
  return deleteSome(trx, table, oldest, most);
}
