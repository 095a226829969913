import { sql } from 'kysely';

import type { ApplicationState } from '#src/contract/application-status.ts';

import type { Db, Trx } from '../store/schema.ts';

/** Changes that follow each other within this time cause one push; a change undone within it causes none. */
export const newsDelayMs = 5 * 60_000;

/** Counts the devices on which the applicant gets notifications. */
export async function countNewsDevices(db: Db, application: string): Promise<number> {
  const rows = db.selectFrom('follows').select(({ fn }) => fn.countAll().as('count'));
  return Number((await rows.where('application', '=', application).executeTakeFirstOrThrow()).count);
}

export const isNews = (state: ApplicationState) => state === 'shortlisted' || state === 'closed';

/** Queues a push about a reply, or about a status that was `before` until now. */
export async function queueNews(
  trx: Trx,
  application: string,
  before: ApplicationState | 'replied',
): Promise<void> {
  const now = Date.now();
  const queued_at = new Date(now).toISOString();
  const due_at = new Date(now + newsDelayMs).toISOString();
  await trx
    .updateTable('follows')
    .set({
      state_before:
        before === 'replied' ? null : sql`case when due_at is null then ${before} else state_before end`,
      queued_at,
      due_at,
      // End the claim of a push that is being sent, because the device may read the status before this change.
      tries: 0,
    })
    .where('application', '=', application)
    .execute();
}
