import { retentionDays } from '#src/contract/retention.ts';

import { endUnfinished } from './attachments/attachments.ts';
import { dayMs } from './lib/durations.ts';
import { deleteEnded } from './mail/queue.ts';
import { mailKinds } from './mail-kinds.ts';
import { endStopped } from './newsletter/sending.ts';
import { deleteOldLists } from './newsletter/subscriber-import.ts';
import { deleteUnconfirmed } from './newsletter/subscribers.ts';
import { sessionDays } from './office/people.ts';
import { sweepPictures } from './pictures/pictures.ts';
import { deleteIdleDevices, deleteOldest, inBatches } from './replies/deletion.ts';
import { findFact, writeFact } from './store/facts.ts';
import type { Store } from './store/open-store.ts';

/** Each run advances the deletion by at most this much, because the clock may be wrong. */
const longestStepMs = 2 * dayMs;

/** Returns true if the clock has jumped ahead, so that later runs must delete the rest. */
export async function deleteExpired(
  store: Store,
  applicationDays: number,
  { clock = Date.now() } = {},
): Promise<boolean> {
  const last = await findFact(store.db, 'last-deletion');
  const now = Math.min(clock, last === undefined ? clock : Date.parse(last) + longestStepMs);
  const before = (days: number) => new Date(now - days * dayMs).toISOString();
  await store.erase(async (trx) => {
    await writeFact(trx, 'last-deletion', before(0));
    await trx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', before(retentionDays.requestKey))
      .execute();
    await trx.deleteFrom('log').where('at', '<', before(365)).execute();
    await trx.deleteFrom('links').where('expires_at', '<', before(0)).execute();
    await trx.deleteFrom('sessions').where('used_at', '<', before(sessionDays)).execute();
    await endStopped(trx, before(30));
    await deleteEnded(trx, mailKinds, { counted: before(1), shown: before(30) });
    await deleteOldLists(trx);
    await deleteUnconfirmed(trx, before(retentionDays.unconfirmed));
    await deleteIdleDevices(trx);
    await sweepPictures(trx, before(2));
  });
  const unfinished = before(retentionDays.unfinishedFile);
  await inBatches(store, (trx, limit) => endUnfinished(trx, unfinished, limit));
  for (const table of ['applications', 'enquiries'] as const)
    await inBatches(store, (trx, limit) => deleteOldest(trx, table, before(applicationDays), limit));
  return now < clock;
}
