import { type RawBuilder, sql } from 'kysely';

import { spoken } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Trx } from '../store/schema.ts';
import { kindOf, type Message, ofEachKind } from './kinds.ts';

/** The end that a page showed: a message's id and the number of its attempts. */
export type End = Pick<Message, 'id' | 'attempts'>;

export const endsIn = (text: string): End[] =>
  text
    .split(',')
    .filter(Boolean)
    .map((end) => {
      const [id = '', attempts] = end.split(':');
      return { id, attempts: Number(attempts) };
    });

export const endValue = (ends: End[]) => ends.map(({ id, attempts }) => `${id}:${attempts}`).join();

const isEnd = ({ id, attempts }: End) => sql<boolean>`id = ${id} and attempts = ${attempts}`;

const changed = () =>
  new Refusal(
    409,
    'Nothing was changed: one of these emails was tried again meanwhile. Open the page again.',
  );

/** Sends a failed message again, as the same message; `first_at` is that of its new time. */
export async function sendAgain(trx: Trx, end: End): Promise<void> {
  if ((await waitAgain(trx, isEnd(end), 2)) === 0) throw changed();
}

/** Returns how many of the failed messages wait again. */
export async function waitAgain(trx: Trx, which: RawBuilder<boolean>, urgency: 0 | 2): Promise<number> {
  const due = { state: 'waiting', urgency, due_at: new Date().toISOString(), first_at: null } as const;
  const failed = trx.updateTable('messages').where('state', '=', 'failed').where(which);
  const again = failed.set({ ...due, why: null, seen_at: null }).returning('id');
  return (await again.execute()).length;
}

/** Somebody has seen how these failed, and will not send them again. */
export async function markSeen(trx: Trx, ends: End[]): Promise<void> {
  for (const end of ends) {
    const failed = trx.updateTable('messages').where('state', '=', 'failed').where(isEnd(end));
    const seen = await failed.set({ seen_at: new Date().toISOString() }).executeTakeFirst();
    if (seen.numUpdatedRows !== 1n) throw changed();
  }
}

/** A mail server accepted it, and it came back by email. `who`: who says so. */
export async function cameBack(trx: Trx, end: End, who: string): Promise<void> {
  const sent = trx.updateTable('messages').where('state', '=', 'sent').where(isEnd(end));
  const why = `came back, said ${who}, ${spoken(new Date())}`;
  const message = await sent.set({ state: 'failed', why }).returningAll().executeTakeFirst();
  if (message === undefined) throw changed();
  await kindOf(message)?.onEnd?.(trx, message, false);
}

/** Deletes messages that ended, or were seen, before this time and that nothing shows any more. `month`: thirty days ago. */
export async function deleteEnded(trx: Trx, day: string, month: string, most: number, last = '') {
  const isKept = ofEachKind((kind) => kind.isKept?.(month) ?? sql`false`);
  const old = sql<boolean>`state in ('sent', 'failed') and coalesce(seen_at, ended_at) < ${day} and not ${isKept}`;
  const some = trx.selectFrom('messages').select('id').where(old).where('id', '>', last).orderBy('id');
  const gone = trx.deleteFrom('messages').where('id', 'in', some.limit(most)).returning('id');
  return (await gone.execute()).sort((one, other) => (one.id < other.id ? -1 : 1));
}
