import type { Kysely } from 'kysely';

import type { Store } from './open-store.ts';
import type { Tables } from './schema.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** A server that was off for longer, or whose clock has jumped, looks a second time. */
const longestPause = 30 * dayMs;
/** By then a wrong clock has been set, by the network's time or by the operator. */
const secondLookAfter = dayMs / 2;

/**
 * Whether the clock may decide what is old enough to be deleted. After a jump it may not, until half a day later it
 * still goes on from there: a machine that starts in the wrong year must not delete what people have sent.
 */
export function isClockTrusted(store: Store, now: number): Promise<boolean> {
  return store.write(async (trx) => {
    const trusted = await readTime(trx, 'clock-trusted');
    const doubted = await readTime(trx, 'clock-doubted');
    const goesOn = trusted === undefined || isBetween(now - trusted, 0, longestPause);
    const isConfirmed = doubted !== undefined && isBetween(now - doubted, secondLookAfter, longestPause);
    if (goesOn || isConfirmed) {
      await writeTime(trx, 'clock-trusted', now);
      await trx.deleteFrom('facts').where('name', '=', 'clock-doubted').execute();
      return true;
    }
    const isLooking = doubted !== undefined && isBetween(now - doubted, 0, secondLookAfter);
    if (!isLooking) await writeTime(trx, 'clock-doubted', now);
    return false;
  });
}

/** Now, for a row that is deleted by its age; never before the last look that was trusted, whatever the clock says. */
export async function arrivalTime(trx: Kysely<Tables>): Promise<string> {
  const trusted = (await readTime(trx, 'clock-trusted')) ?? 0;
  return new Date(Math.max(trusted, Date.now())).toISOString();
}

function isBetween(time: number, shortest: number, longest: number): boolean {
  return time >= shortest && time <= longest;
}

async function readTime(trx: Kysely<Tables>, name: string): Promise<number | undefined> {
  const row = await trx.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
  return row && Date.parse(row.value);
}

async function writeTime(trx: Kysely<Tables>, name: string, time: number): Promise<void> {
  const value = new Date(time).toISOString();
  await trx
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
