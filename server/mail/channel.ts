import { minuteMs } from '../lib/durations.ts';
import { findFact, writeFact } from '../store/facts.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Db, MessageKind, Trx } from '../store/schema.ts';

/** Why no email leaves: the mail server refuses us, or cannot be reached. `why`: its words, or an error's code. */
export type Stopped = { since: string; isRefusal: boolean; why: string; nextTry: string };

const probeMs = 10 * minuteMs;
const fact = 'mail-stopped';

export async function findStopped(db: Db): Promise<Stopped | undefined> {
  const value = await findFact(db, fact);
  return value === undefined ? undefined : JSON.parse(value);
}

/** Returns true if it was not stopped before. */
export async function stopChannel(
  trx: Trx,
  { isRefusal, why }: Pick<Stopped, 'isRefusal' | 'why'>,
): Promise<boolean> {
  const now = Date.now();
  const before = await findStopped(trx);
  const since = before?.since ?? new Date(now).toISOString();
  const nextTry = new Date(now + probeMs).toISOString();
  await writeFact(trx, fact, JSON.stringify({ since, isRefusal, why, nextTry }));
  return before === undefined;
}

/** Makes everything due that has been tried; a mass answer still begins when it was said to. */
export async function openChannel(trx: Trx): Promise<void> {
  if ((await findStopped(trx)) === undefined) return;
  await advisoryLock(trx, 'messages');
  await trx.deleteFrom('facts').where('name', '=', fact).execute();
  const due = trx.updateTable('messages').set({ due_at: new Date().toISOString() });
  await due.where('state', '=', 'waiting').where('first_at', 'is not', null).execute();
}

/** `probe`: stopped, and it is time for this server to try once. Call it with the lock for claims. */
export async function mayClaim(trx: Trx): Promise<'all' | 'probe' | 'nothing'> {
  const stopped = await findStopped(trx);
  if (stopped === undefined) return 'all';
  const left = Date.parse(stopped.nextTry) - Date.now();
  // Twice: servers' clocks differ slightly, and a time further ahead was written while the clock was wrong.
  if (left > 0 && left <= 2 * probeMs) return 'nothing';
  const nextTry = new Date(Date.now() + probeMs).toISOString();
  await writeFact(trx, fact, JSON.stringify({ ...stopped, nextTry }));
  return 'probe';
}

/** Counts emails that wait for the mail server. `kind`: only these. */
export async function countWaiting(db: Db, kind?: MessageKind): Promise<number> {
  const rows = db.selectFrom('messages').select(({ fn }) => fn.countAll().as('count'));
  const waiting = rows.where('state', 'in', ['waiting', 'sending']);
  const counted = kind === undefined ? waiting : waiting.where('kind', '=', kind);
  return Number((await counted.executeTakeFirstOrThrow()).count);
}
