import { sql } from 'kysely';

import type { AlertRequest } from '#src/contract/alerts.ts';
import type { ApplicationState } from '#src/contract/application-status.ts';

import type { Db, Trx } from '../store/schema.ts';
import { idOf } from '../store/secrets.ts';

type Device = { endpoint: string; p256dh: string; auth: string };

/** Changes that follow each other within this time cause one push; a change undone within it causes none. */
export const newsDelayMs = 5 * 60_000;
/** Per application; the oldest device is removed. */
const mostDevices = 10;

/** Registers a device for news about the application with this secret. Returns its tag, the same each time. */
export async function saveNews(
  trx: Trx,
  secret: string,
  { endpoint, keys }: AlertRequest['subscription'],
): Promise<string | undefined> {
  const ids = trx.selectFrom('applications').select('id');
  const known = await ids.where('id', '=', await idOf(trx, secret)).executeTakeFirst();
  if (known === undefined) return undefined;
  const application = known.id;
  const row = { application, endpoint, tag: crypto.randomUUID(), created_at: new Date().toISOString() };
  const { tag } = await trx
    .insertInto('news_alerts')
    .values({ ...row, ...keys })
    .onConflict((conflict) =>
      conflict.columns(['application', 'endpoint']).doUpdateSet({ ...keys, refused: 0 }),
    )
    .returning('tag')
    .executeTakeFirstOrThrow();
  const all = trx.selectFrom('news_alerts').select('endpoint').where('application', '=', application);
  const newest = all.orderBy('created_at', 'desc').orderBy('endpoint').limit(mostDevices);
  const surplus = trx.deleteFrom('news_alerts').where('application', '=', application);
  await surplus.where('endpoint', 'not in', newest).execute();
  return tag;
}

export async function removeNews(trx: Trx, secret: string, endpoint: string): Promise<void> {
  const rows = trx.deleteFrom('news_alerts').where('endpoint', '=', endpoint);
  await rows.where('application', '=', await idOf(trx, secret)).execute();
}

/** Gives a device's rows its new endpoint. Returns false if it had no rows. */
export async function moveNews(trx: Trx, replaced: string, device: Device): Promise<boolean> {
  const applications = trx.selectFrom('news_alerts').select('application').where('endpoint', '=', replaced);
  const taken = trx.deleteFrom('news_alerts').where('endpoint', '=', device.endpoint);
  await taken.where('application', 'in', applications).execute();
  const moved = trx.updateTable('news_alerts').set(device).where('endpoint', '=', replaced);
  return (await moved.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** Counts the devices on which the applicant gets notifications. */
export async function countNewsDevices(db: Db, application: string): Promise<number> {
  const rows = db.selectFrom('news_alerts').select(({ fn }) => fn.countAll().as('count'));
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
    .updateTable('news_alerts')
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

/** Cancels a push that is due, because what it would announce was taken back. */
export async function cancelNews(trx: Trx, application: string): Promise<void> {
  const due = trx.updateTable('news_alerts').set({ due_at: null, tries: 0 });
  await due.where('application', '=', application).execute();
}
