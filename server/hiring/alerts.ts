import { sql } from 'kysely';

import { dayMs } from '../lib/durations.ts';
import { addMessages } from '../mail/add-messages.ts';
import { drop } from '../mail/queue.ts';
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
  const now = Date.now();
  const told_at = new Date(now).toISOString();
  const due_at = new Date(now + alertDelayMs).toISOString();
  await trx.updateTable('vacancies').set({ told_at }).where('id', '=', id).execute();
  await drop(trx, sql<boolean>`kind = 'alert' and vacancy = ${id}`, 'it was opened again');
  const devices = await trx.selectFrom('devices').select('endpoint').where('vacancies', '=', 1).execute();
  const push = { transport: 'push', kind: 'alert', vacancy: id, due_at } as const;
  await addMessages(
    trx,
    devices.map(({ endpoint: device }) => ({ ...push, device })),
  );
}
