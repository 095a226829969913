import { sql } from 'kysely';

import { deleteParts } from '../attachments/attachments.ts';
import { minuteMs } from '../lib/durations.ts';
import { forgetMessages } from '../outgoing/queue.ts';
import { type Store, writeInSlices } from '../store/open-store.ts';
import type { Trx } from '../store/schema.ts';
import { deleteRows, type Received, received } from '../store/submissions.ts';

/** Deletes what visitors sent. Its emails that wait go with it; the others name nobody any more. Returns how many there were. */
export async function deleteReceived(trx: Trx, kind: Received, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await trx.selectFrom(received[kind].table).select('id').where('id', 'in', ids).execute();
  if (rows.length === 0) return 0;
  // Messages first: whoever ends one changes its application afterwards.
  await forgetMessages(trx, sql`about in (${sql.join(ids)})`);
  await deleteRows(trx, kind, ids);
  return rows.length;
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

/**
 * In the order of the index by time, so that the rows of a slice lie side by side. The parts of their files go first, so that
 * a slice ends after some of them.
 */
export async function deleteOldest(
  trx: Trx,
  kind: Received,
  time: string,
  most: number,
): Promise<{ id?: string }[]> {
  const rows = trx.selectFrom(received[kind].table).select('id').where('created_at', '<', time);
  const oldest = await rows.orderBy('created_at').limit(most).execute();
  if (oldest.length === 0) return [];
  const ids = oldest.map(({ id }) => id);
  const parts = await deleteParts(trx, sql`${sql.ref(kind)} in (${sql.join(ids)})`, most);
  if (parts.length > 0) return parts;
  await deleteReceived(trx, kind, ids);
  return oldest;
}
