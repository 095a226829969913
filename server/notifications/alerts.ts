import type { Transaction } from 'kysely';

import type { Store } from '../store/open-store.ts';
import type { Tables } from '../store/schema.ts';
import { type Notification, notification } from './queue.ts';

const dayMs = 24 * 60 * 60_000;
/** A vacancy that was closed by mistake and is open again is no news. */
const isNewsAgainAfter = 7 * dayMs;
/** Between two portions visitors' writes get their turn. */
const rowsAtOnce = 500;
/** The problem of a push whose vacancy is closed; it goes on when that opens again. */
export const closedMeanwhile = 'CLOSED';

/**
 * From now on a message waits for all addresses, which `spreadOut` makes one for each. To be called in the transaction that
 * opens the vacancy.
 */
export async function tellOfVacancy(
  trx: Transaction<Tables>,
  { id, told_at }: Pick<Tables['vacancies'], 'id' | 'told_at'>,
): Promise<void> {
  const now = Date.now();
  const due_at = new Date(now).toISOString();
  // A clock that ran ahead has told nobody lately.
  if (told_at !== null && Math.abs(now - Date.parse(told_at)) < isNewsAgainAfter) {
    const waiting = trx.updateTable('outgoing').set({ due_at }).where('vacancy', '=', id);
    await waiting.where('problem', '=', closedMeanwhile).execute();
    return;
  }
  await trx.updateTable('vacancies').set({ told_at: due_at }).where('id', '=', id).execute();
  await trx.deleteFrom('outgoing').where('vacancy', '=', id).execute();
  await trx
    .insertInto('outgoing')
    .values(notification('push', 'vacancy', { vacancy: id }))
    .execute();
}

/** Makes the message for all one for each address, in portions; an interrupted one is taken up again. */
export async function spreadOut(store: Store, row: Notification, { id }: Tables['vacancies']): Promise<void> {
  let last: string | null = row.told;
  do last = await store.write((trx) => spreadPortion(trx, { ...row, told: last }, { id }));
  while (last !== null);
}

/** Gives the last address of the portion, or null when there is none. */
async function spreadPortion(
  trx: Transaction<Tables>,
  row: Notification,
  { id }: Pick<Tables['vacancies'], 'id'>,
): Promise<string | null> {
  const alerts = await trx
    .selectFrom('alerts')
    .select(['endpoint', 'reached_at'])
    .where('endpoint', '>', row.told ?? '')
    .orderBy('endpoint')
    .limit(rowsAtOnce)
    .execute();
  const told = alerts.at(-1)?.endpoint ?? null;
  const rows = alerts.map(({ endpoint, reached_at }) =>
    notification('push', 'vacancy', {
      vacancy: id,
      alert: endpoint,
      created_at: row.created_at,
      due_at: dueAt(row, reached_at !== null),
    }),
  );
  if (rows.length > 0) await trx.insertInto('outgoing').values(rows).execute();
  if (told !== null) await trx.updateTable('outgoing').set({ told }).where('id', '=', row.id).execute();
  return told;
}

/** Those that were reached before go first: anybody can give us addresses that only cost time. */
function dueAt({ created_at }: Notification, wasReached: boolean): string {
  return wasReached ? created_at : new Date(Date.parse(created_at) + 1).toISOString();
}
