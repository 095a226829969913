import { sql } from 'kysely';

import type { Mail, Outcome } from '../mail/queue.ts';
import type { Trx } from '../store/schema.ts';

/** Saving clears the HTML, so a text saved in the meantime stays untested. */
export async function noteTested(trx: Trx, { newsletter }: Mail, outcome: Outcome): Promise<void> {
  if (outcome !== 'sent') return;
  const tested = trx.updateTable('newsletters').set(({ ref }) => ({ tested: ref('version') }));
  await tested
    .where('id', '=', newsletter ?? '')
    .where('html', 'is not', null)
    .execute();
}

/** After so many messages in a row that the mail server refuses, others would be refused too. */
const mostRefused = 3;

/** Counts refusals: an address's own against it, others against the newsletter, which they stop. */
export async function noteLetter(trx: Trx, mail: Mail, outcome: Outcome, answer: string): Promise<void> {
  if (outcome === 'sent' || outcome === 'unknown') {
    const refusals = outcome === 'sent' ? sql<number>`0` : sql<number>`refusals + 1`;
    const reader = trx.updateTable('subscribers').set({ refusals });
    await reader.where('email_key', '=', mail.recipient ?? '').execute();
  }
  const letter = trx.updateTable('newsletters').where('id', '=', mail.newsletter ?? '');
  if (outcome === 'sent') await letter.set({ refused: 0 }).execute();
  // A message counts once, so that one alone does not stop the rest.
  if (outcome !== 'refused' || mail.tries > 1) return;
  await letter.set(({ eb }) => ({ refused: eb('refused', '+', 1) })).execute();
  await letter
    .set({ state: 'stopped', reason: answer })
    .where('state', '=', 'sending')
    .where('refused', '>=', mostRefused)
    .execute();
}
