import { sql } from 'kysely';

import { dayMs } from '../lib/durations.ts';
import type { Db, Trx } from '../store/schema.ts';

/** Prevents a second alert for a vacancy that was closed by mistake and reopened. */
const announceAgainMs = 7 * dayMs;
/** Longer than any server's cache, so that an alerted visitor finds the vacancy. */
export const alertDelayMs = 3_000;

/** Counts the devices that `queueAlerts` would alert. */
export async function countAlerts(db: Db, announcedAt: string | null): Promise<number> {
  if (wasAnnounced(announcedAt)) return 0;
  const { count } = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('vacancies', '=', 1)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** `abs`: the clock may have been wrong. */
function wasAnnounced(at: string | null): boolean {
  return at !== null && Math.abs(Date.now() - Date.parse(at)) < announceAgainMs;
}

export async function queueAlerts(trx: Trx, id: string, announcedAt: string | null): Promise<void> {
  if (wasAnnounced(announcedAt)) return;
  const now = new Date();
  const time = now.toISOString();
  const due = new Date(now.getTime() + alertDelayMs).toISOString();
  await trx.updateTable('vacancies').set({ told_at: time }).where('id', '=', id).execute();
  await sql`insert into device_pushes (vacancy, endpoint, created_at, due_at, tries)
    select ${id}, endpoint, ${time}, ${due}, 0 from devices where vacancies = 1 on conflict do nothing`.execute(
    trx,
  );
}
