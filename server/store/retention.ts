import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';

import { answersKeptDays } from '#src/contract/answer.ts';

import { emptyAnswers, erase, forgetFingerprints } from './erasure.ts';
import { readFact, writeFact } from './facts.ts';
import type { Store } from './open-store.ts';
import type { Tables } from './schema.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** As long as a repeat may want to know what a provider said; later it is only told that the first was taken. */
const providerAnswersKeptDays = 7;
/** A server that was off for longer, or whose clock has jumped, looks a second time. */
const longestPause = 30 * dayMs;
/** By then a wrong clock has been set, by the network's time or by the operator. */
const secondLookAfter = dayMs / 2;
/** To believe a clock that is wrongly behind would delete what comes now as old; not to believe a right one keeps it longer. */
const secondLookBehindAfter = 30 * dayMs;

/** Deletes what is kept no longer, at start and once a day. */
export function keepTidy(app: FastifyInstance, store: Store, retentionDays: number | null): void {
  const tidy = async () => {
    try {
      if (await isClockTrusted(store, Date.now())) await deleteExpired(store, retentionDays);
      else
        app.log.warn(
          'the clock has jumped since the last look: nothing is deleted before it has gone on from there for half a day, or for 30 days where it is behind',
        );
    } catch (error) {
      app.log.error({ err: error }, 'expired entries could not be deleted; the next attempt is tomorrow');
    }
  };
  app.addHook('onReady', tidy);
  const timer = setInterval(tidy, dayMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

export async function deleteExpired(
  store: Store,
  retentionDays: number | null,
  now = Date.now(),
): Promise<void> {
  const before = (days: number) => new Date(now - days * dayMs).toISOString();
  await erase(store, async (trx) => {
    await trx.deleteFrom('answers').where('created_at', '<', before(answersKeptDays)).execute();
    await emptyAnswers(trx, { before: before(providerAnswersKeptDays) });
    if (retentionDays === null) return;
    const expired = trx.deleteFrom('applications').where('created_at', '<', before(retentionDays));
    await forgetFingerprints(trx, await expired.returning('request_key').execute());
  });
}

/**
 * Whether the clock may decide what is old enough to be deleted. After a jump it may not, until some time later it still
 * goes on from there: a machine that starts in the wrong year must not delete what people have sent. What was dated by a
 * clock that turns out to have been ahead is dated anew.
 */
export function isClockTrusted(store: Store, now: number): Promise<boolean> {
  return store.write(async (trx) => {
    const time = new Date(now).toISOString();
    const trusted = await readTime(trx, 'clock-trusted');
    const doubted = await readTime(trx, 'clock-doubted');
    const goesOn = trusted === undefined || isBetween(now - trusted, 0, longestPause);
    const isBehind = trusted !== undefined && now < trusted;
    const wait = isBehind ? secondLookBehindAfter : secondLookAfter;
    const isConfirmed = doubted !== undefined && isBetween(now - doubted, wait, wait + longestPause);
    if (goesOn || isConfirmed) {
      if (isBehind) await dateAnew(trx, time);
      await writeFact(trx, 'clock-trusted', time);
      await trx.deleteFrom('facts').where('name', '=', 'clock-doubted').execute();
      return true;
    }
    const isLooking = doubted !== undefined && isBetween(now - doubted, 0, wait);
    if (!isLooking) await writeFact(trx, 'clock-doubted', time);
    return false;
  });
}

async function dateAnew(trx: Kysely<Tables>, created_at: string): Promise<void> {
  for (const table of ['applications', 'answers'] as const)
    await trx.updateTable(table).set({ created_at }).where('created_at', '>', created_at).execute();
}

/** Now, for a row that is deleted by its age; never before the last look that was trusted, whatever the clock says. */
export async function arrivalTime(trx: Kysely<Tables>): Promise<string> {
  const trusted = (await readTime(trx, 'clock-trusted')) ?? 0;
  return new Date(Math.max(trusted, Date.now())).toISOString();
}

function isBetween(time: number, shortest: number, longest: number): boolean {
  return time >= shortest && time <= longest;
}

async function readTime(
  trx: Kysely<Tables>,
  name: 'clock-trusted' | 'clock-doubted',
): Promise<number | undefined> {
  const value = await readFact(trx, name);
  return value === undefined ? undefined : Date.parse(value);
}
