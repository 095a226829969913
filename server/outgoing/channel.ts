import { sql } from 'kysely';

import { stillAhead } from '../lib/clock.ts';
import { minuteMs } from '../lib/durations.ts';
import { findFact, writeFact } from '../store/facts.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Db, Trx } from '../store/schema.ts';

/** Why no email leaves: the mail server refuses us, or cannot be reached. `why`: its words, or an error's code. */
export type Stopped = { since: string; isRefusal: boolean; why: string; nextTry: string };

const probeMs = 10 * minuteMs;
const fact = 'mail-stopped';

export async function findStopped(db: Db): Promise<Stopped | undefined> {
  const value = await findFact(db, fact);
  return value === undefined ? undefined : JSON.parse(value);
}

/** Returns true if it was not stopped before. */
export async function stopChannel(trx: Trx, why: Pick<Stopped, 'isRefusal' | 'why'>): Promise<boolean> {
  const before = await findStopped(trx);
  await postponeProbe(trx, probeMs, { since: new Date().toISOString(), ...before, ...why });
  return before === undefined;
}

/** If it is stopped, it is tried again only after this time. */
export async function postponeProbe(
  trx: Trx,
  ms = probeMs,
  stopped?: Omit<Stopped, 'nextTry'>,
): Promise<void> {
  const known = stopped ?? (await findStopped(trx));
  const nextTry = new Date(Date.now() + ms).toISOString();
  if (known !== undefined) await writeFact(trx, fact, JSON.stringify({ ...known, nextTry }));
}

/** Makes everything due that has been tried; a mass answer still begins when it was said to. */
export async function openChannel(trx: Trx): Promise<void> {
  await advisoryLock(trx, 'messages');
  const stopped = trx.deleteFrom('facts').where('name', '=', fact);
  if ((await stopped.executeTakeFirst()).numDeletedRows === 0n) return;
  const due = trx.updateTable('messages').set({ due_at: new Date().toISOString() });
  const tried = due.where('transport', '=', 'email').where('state', '=', 'waiting');
  await tried.where('first_at', 'is not', null).execute();
}

export const isChannelOpen = sql<boolean>`not exists (select 1 from facts where name = ${sql.lit(fact)})`;

/** True if it is stopped, and it is time to try once. Call it with the lock for claims. */
export async function mayProbe(trx: Trx): Promise<boolean> {
  const stopped = await findStopped(trx);
  const [now, latest] = stillAhead(probeMs);
  return stopped !== undefined && !(stopped.nextTry > now && stopped.nextTry <= latest);
}
