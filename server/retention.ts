import { retentionDays } from '#src/contract/retention.ts';

import { endUnfinished } from './attachments/attachments.ts';
import { stillAhead } from './lib/clock.ts';
import { dayMs } from './lib/durations.ts';
import { deleteEnded } from './mail/queue.ts';
import { deleteCounted, endStopped } from './newsletter/sending.ts';
import { deleteOldLists } from './newsletter/subscriber-import.ts';
import { deleteUnconfirmed } from './newsletter/subscribers.ts';
import { sessionDays } from './office/people.ts';
import { sweepPictures } from './pictures/pictures.ts';
import { deleteIdleDevices, deleteOldest, inBatches } from './replies/deletion.ts';
import { findFact, writeFact } from './store/facts.ts';
import type { Store } from './store/open-store.ts';

/** The deletion advances by at most this much a day, because the clock may be wrong. */
const longestStepMs = 2 * dayMs;

/** `until`: how far the deletion by age has come. `at`: the clock of its last step. */
type Deletion = { until: string; at: string };

/** How far it may go now, however often the server starts. */
function nextStep(last: Deletion | undefined, clock: number): Deletion {
  const at = new Date(clock).toISOString();
  if (last === undefined) return { until: at, at };
  const next = new Date(Date.parse(last.at) + dayMs).toISOString();
  const [now, latest] = stillAhead(dayMs, clock);
  const isEarly = next > now && next <= latest;
  const most = Date.parse(last.until) + (isEarly ? 0 : longestStepMs);
  return { until: new Date(Math.min(clock, most)).toISOString(), at: isEarly ? last.at : at };
}

/** Returns true if the clock has jumped ahead, so that later runs must delete the rest. */
export async function deleteExpired(
  store: Store,
  applicationDays: number,
  { clock = Date.now() } = {},
): Promise<boolean> {
  const last = await findFact(store.db, 'last-deletion');
  const step = nextStep(last === undefined ? undefined : JSON.parse(last), clock);
  const now = Date.parse(step.until);
  const before = (days: number) => new Date(now - days * dayMs).toISOString();
  await store.erase(async (trx) => {
    await writeFact(trx, 'last-deletion', JSON.stringify(step));
    await trx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', before(retentionDays.requestKey))
      .execute();
    await trx.deleteFrom('log').where('at', '<', before(365)).execute();
    await trx.deleteFrom('links').where('expires_at', '<', before(0)).execute();
    await trx.deleteFrom('sessions').where('used_at', '<', before(sessionDays)).execute();
    await endStopped(trx, before(30));
    await deleteCounted(trx, before(30));
    await deleteEnded(trx, { day: before(1), month: before(30) });
    await deleteOldLists(trx);
    await deleteUnconfirmed(trx, before(retentionDays.unconfirmed));
    await deleteIdleDevices(trx);
    await sweepPictures(trx, before(2));
  });
  const unfinished = before(retentionDays.unfinishedFile);
  await inBatches(store, (trx, limit) => endUnfinished(trx, unfinished, limit));
  for (const table of ['applications', 'enquiries'] as const)
    await inBatches(store, (trx, limit) => deleteOldest(trx, table, before(applicationDays), limit));
  return now < clock - dayMs;
}
