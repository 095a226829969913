import { stillAhead } from '../lib/clock.ts';
import { minuteMs } from '../lib/durations.ts';
import { findFact, writeFact } from '../store/facts.ts';
import type { Db, Trx } from '../store/schema.ts';
import { waitMs } from './next.ts';

/**
 * Why no email leaves. `problem`: an error's code, perhaps with the mail server's. `why`: its words. `tried`: the last message
 * that was tried; another one is next.
 */
export type Stopped = { since: string; problem: string; why: string; tried: string; nextTry: string };

const longestMs = 10 * minuteMs;
const fact = 'mail-stopped';

export async function findStopped(db: Db): Promise<Stopped | undefined> {
  const value = await findFact(db, fact);
  return value === undefined ? undefined : JSON.parse(value);
}

/** Returns true if it was not stopped before. */
export async function stopChannel(
  trx: Trx,
  tried: Pick<Stopped, 'problem' | 'why' | 'tried'>,
): Promise<boolean> {
  const before = await findStopped(trx);
  const now = new Date().toISOString();
  const since = before?.since ?? now;
  const nextTry = new Date(Date.parse(now) + waitMs(since, now, longestMs)).toISOString();
  await writeFact(trx, fact, JSON.stringify({ ...tried, since, nextTry } satisfies Stopped));
  return before === undefined;
}

/** Call it at a start: the settings may have been corrected. */
export async function tryAtOnce(trx: Trx): Promise<void> {
  const stopped = await findStopped(trx);
  const nextTry = new Date().toISOString();
  if (stopped) await writeFact(trx, fact, JSON.stringify({ ...stopped, nextTry }));
}

/** Makes everything due that has been tried; a mass answer still begins when it was said to. */
export async function openChannel(trx: Trx): Promise<void> {
  const stopped = trx.deleteFrom('facts').where('name', '=', fact);
  if ((await stopped.executeTakeFirst()).numDeletedRows === 0n) return;
  const due = trx.updateTable('messages').set({ due_at: new Date().toISOString() });
  await due.where('state', '=', 'waiting').where('first_at', 'is not', null).execute();
}

/** Whether it is time to try one message. */
export function mayProbe({ nextTry }: Stopped): boolean {
  const [now, latest] = stillAhead(longestMs);
  return !(nextTry > now && nextTry <= latest);
}
