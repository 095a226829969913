import { sql } from 'kysely';

import { signer } from './facts.ts';
import type { Db, Trx } from './schema.ts';

const normalised = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns what makes the keyed hash of a person's address and name. */
export async function applicantHash(db: Db) {
  const sign = await signer(db);
  return ({ email, name }: { email: string; name: string }) =>
    sign(JSON.stringify(['applicant', normalised(email), normalised(name)])).toString('base64url');
}

/**
 * Writes whether these applications were answered or asked something. The newest reply decides; those that were dropped
 * say nothing, and those that reached nobody count as none.
 */
export async function recordAnswers(trx: Trx, applications: string[]): Promise<void> {
  // Databases limit the number of parameters per statement.
  for (let start = 0; start < applications.length; start += 500) {
    const ids = applications.slice(start, start + 500);
    const replies = await trx
      .selectFrom('replies')
      .select(['application', 'created_at', 'asks', 'lost_at'])
      .where('application', 'in', ids)
      .where(sql<boolean>`coalesce(outcome, '') <> 'dropped'`)
      .orderBy('created_at')
      .execute();
    for (const id of ids) {
      const own = replies.filter(({ application }) => application === id);
      const answer = own.findLastIndex(({ asks }) => asks === 0);
      const question = own.findLastIndex(({ asks, lost_at }) => asks === 1 && lost_at === null);
      const isAnswered = answer > question && own[answer]?.lost_at === null;
      const times = {
        answered_at: isAnswered ? (own[answer]?.created_at ?? null) : null,
        asked_at: isAnswered ? null : (own[question]?.created_at ?? null),
      };
      await trx.updateTable('applications').set(times).where('id', '=', id).execute();
    }
  }
}
