import { retentionDays } from '#src/contract/retention.ts';

import { dayMs } from './lib/durations.ts';
import { deleteUnconfirmed } from './newsletter/subscribers.ts';
import { sessionDays } from './office/people.ts';
import { sweepPictures } from './pictures/pictures.ts';
import type { Store } from './store/open-store.ts';
import { deleteOldest } from './store/received.ts';

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
    await sweepPictures(trx, before(2));
  });
  if (applicationDays === null) return;
  const time = before(applicationDays);
  for (const table of ['applications', 'enquiries'] as const)
    while ((await store.erase((trx) => deleteOldest(trx, table, time, batchSize))) === batchSize);
}
