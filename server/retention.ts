import { sql } from 'kysely';

import { retentionDays } from '#src/contract/retention.ts';

import { deleteParts, endUnfinished, isRefused } from './attachments/attachments.ts';
import { stillAhead } from './lib/clock.ts';
import { dayMs } from './lib/durations.ts';
import { sessionDays } from './office/people.ts';
import { deleteEnded } from './outgoing/ended.ts';
import { sweepPictures } from './pictures/pictures.ts';
import { deleteOldest, type Erase, eraseInSlices } from './replies/delete-submissions.ts';
import { findFact, writeFact } from './store/facts.ts';
import { countRows } from './store/keyset-pages.ts';
import type { Store } from './store/open-store.ts';
import type { Db, Trx } from './store/schema.ts';
import { received } from './store/submissions.ts';
import { deleteUnconfirmed } from './subscribers/subscribers.ts';

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

type Options = { clock?: number; signal?: AbortSignal; log?: { info: (words: string) => void } };

/**
 * Deletes in slices what is too old; if it is stopped by `signal`, the next call goes on. Returns true if the clock has
 * jumped ahead, so that later calls must delete the rest.
 */
export async function deleteExpired(
  store: Store,
  applicationDays: number,
  { clock = Date.now(), signal, log = { info: () => {} } }: Options = {},
): Promise<boolean> {
  const last = await findFact(store.db, 'last-deletion');
  const step = nextStep(last === undefined ? undefined : JSON.parse(last), clock);
  const now = Date.parse(step.until);
  const before = (days: number) => new Date(now - days * dayMs).toISOString();
  await store.write(async (trx) => {
    await writeFact(trx, 'last-deletion', JSON.stringify(step));
    await trx.deleteFrom('links').where('expires_at', '<', before(0)).execute();
    await trx.deleteFrom('sessions').where('used_at', '<', before(sessionDays)).execute();
  });
  const [day, month, expired] = [before(1), before(30), before(applicationDays)];
  const count = await countBefore(store.db, expired);
  if (count > 0) log.info(`deleting ${count} expired applications and enquiries`);
  const steps: Erase[] = [
    (trx, most) =>
      deleteOld(trx, 'idempotency_keys', ['hash', 'created_at'], before(retentionDays.requestKey), most),
    (trx, most) => deleteOld(trx, 'log', ['id', 'at'], before(365), most),
    (trx, most, last) => deleteEnded(trx, day, month, most, last),
    (trx, most) => deleteUnconfirmed(trx, before(retentionDays.unconfirmed), most),
    (trx, most) => endUnfinished(trx, before(retentionDays.unfinishedFile), most),
    (trx, most) => deleteParts(trx, isRefused, most),
    (trx, most) => deleteOldest(trx, 'application', expired, most),
    (trx, most) => deleteOldest(trx, 'enquiry', expired, most),
  ];
  for (const erase of steps) if (!signal?.aborted) await eraseInSlices(store, erase, signal);
  if (!signal?.aborted) await sweepPictures(store, before(2));
  if (count > 0 && !signal?.aborted) log.info('deleted the expired applications and enquiries');
  return now < clock - dayMs;
}

async function countBefore(db: Db, time: string): Promise<number> {
  let all = 0;
  for (const { table } of Object.values(received))
    all += await countRows(db.selectFrom(table).where('created_at', '<', time));
  return all;
}

async function deleteOld(
  trx: Trx,
  table: 'idempotency_keys' | 'log',
  [id, at]: [id: string, at: string],
  time: string,
  most: number,
) {
  const name = sql.table(table);
  const key = sql.ref(id);
  const { rows } = await sql<{ id: string }>`delete from ${name} where ${key} in (
    select ${key} from ${name} where ${sql.ref(at)} < ${time} order by ${sql.ref(at)} limit ${most})
    returning ${key} as id`.execute(trx);
  return rows;
}
