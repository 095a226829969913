import { sql } from 'kysely';

import type { Message } from '../mail/queue.ts';
import type { MessageEnd, Tables, Trx } from '../store/schema.ts';

/** A message's possible outcomes, as columns of its newsletter. */
const counts = {
  sent: 'sent',
  'not accepted': 'not_accepted',
  perhaps: 'perhaps',
  'given up': 'given_up',
  dropped: 'dropped',
} as const satisfies Record<MessageEnd, keyof Tables['newsletters']>;

const ended = sql<number>`sent + not_accepted + perhaps + given_up + dropped`;

/** Counts a message's outcome. The last one ends the newsletter. */
export async function countEnd(
  trx: Trx,
  { newsletter }: Message,
  from: MessageEnd | null,
  to: MessageEnd | null,
): Promise<void> {
  const own = trx.updateTable('newsletters').where('id', '=', newsletter);
  if (from !== null) await own.set(({ eb }) => ({ [counts[from]]: eb(counts[from], '-', 1) })).execute();
  if (to !== null) await own.set(({ eb }) => ({ [counts[to]]: eb(counts[to], '+', 1) })).execute();
  if (to === 'sent') await own.set({ refused: 0 }).execute();
  const now = new Date().toISOString();
  const isOver = sql<boolean>`${ended} = messages`;
  const over = own.set({ state: 'ended', ended_at: now }).where('state', 'in', ['sending', 'stopped']);
  await over.where(isOver).execute();
  // A person pressed [Send again].
  const again = own.set({ state: 'sending', ended_at: null }).where('state', '=', 'ended');
  await again.where(sql<boolean>`not ${isOver}`).execute();
}
