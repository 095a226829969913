import { retentionDays } from '#src/contract/retention.ts';

import type { Store } from '../db/open-store.ts';
import { deleteApplications } from './applications.ts';
import { sessionDays } from './people.ts';
import { deleteUnconfirmed } from './subscribers.ts';

const dayMs = 24 * 60 * 60 * 1000;
const batchSize = 500;

export async function deleteExpired(
  store: Store,
  applicationDays: number | null,
  { now = Date.now() } = {},
): Promise<void> {
  const before = (days: number) => new Date(now - days * dayMs).toISOString();
  await store.erase(async (trx) => {
    await trx.deleteFrom('seen_keys').where('created_at', '<', before(retentionDays.requestKey)).execute();
    await trx.deleteFrom('alerts').where('failing_since', '<', before(retentionDays.failingAlert)).execute();
    await trx.deleteFrom('log').where('at', '<', before(365)).execute();
    await trx.deleteFrom('links').where('expires_at', '<', before(0)).execute();
    await trx.deleteFrom('sessions').where('used_at', '<', before(sessionDays)).execute();
    // Receipts are counted for a day. What a page still shows stays longer.
    const done = trx.deleteFrom('mail').where('due_at', 'is', null).where('created_at', '<', before(1));
    await done.where('newsletter', 'is', null).where('application', 'is', null).execute();
    await trx.deleteFrom('mail').where('created_at', '<', before(30)).execute();
    await deleteUnconfirmed(trx, before(retentionDays.unconfirmed));
  });
  if (applicationDays === null) return;
  const time = before(applicationDays);
  while ((await store.erase((trx) => deleteApplications(trx, time, batchSize))) === batchSize);
}
