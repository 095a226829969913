import { vacancyPath } from '#src/paths.ts';
import * as notificationWords from '#src/words/alerts.ts';
import * as site from '#src/words/site.ts';

import { findDevice, longestTtlMs, pushMessage } from '../devices/push.ts';
import { dayMs } from '../lib/durations.ts';
import { spokenEnd } from '../lib/local-time.ts';
import { addMessages } from '../outgoing/add-messages.ts';
import type { Kinds } from '../outgoing/kinds.ts';
import { countRows } from '../store/keyset-pages.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';
import { openVacancies } from './open-vacancies.ts';

/** Prevents a second alert for a vacancy that was closed by mistake and reopened. */
const announceAgainMs = 7 * dayMs;
/** Longer than any server's cache, so that an alerted visitor finds the vacancy. */
export const alertDelayMs = 3_000;

/** Counts the devices that `queueAlerts` would alert. */
export async function countAlerts(db: Db, announcedAt: string | null): Promise<number> {
  return wasAnnounced(announcedAt) ? 0 : countRows(db.selectFrom('devices'));
}

/** `abs`: the clock may have been wrong. */
function wasAnnounced(at: string | null): boolean {
  return at !== null && Math.abs(Date.now() - Date.parse(at)) < announceAgainMs;
}

export async function queueAlerts(trx: Trx, id: string, announcedAt: string | null): Promise<void> {
  if (wasAnnounced(announcedAt)) return;
  const now = Date.now();
  const announced_at = new Date(now).toISOString();
  const due_at = new Date(now + alertDelayMs).toISOString();
  await trx.updateTable('vacancies').set({ announced_at }).where('id', '=', id).execute();
  const devices = await trx.selectFrom('devices').select('endpoint').execute();
  const push = { kind: 'alert', about: id, due_at } as const;
  const pushes = devices.map(({ endpoint: recipient }) => ({ ...push, recipient }));
  await addMessages(trx, pushes);
}

export const alert: Kinds['alert'] = {
  retryForMs: dayMs,
  async compose(db, message, siteUrl) {
    const vacancy = await openVacancies(db).selectAll().where('id', '=', message.about).executeTakeFirst();
    if (vacancy === undefined) return undefined;
    const device = await findDevice(db, message);
    if (device === undefined) return undefined;
    const ttlMs = Math.min(Date.parse(vacancy.closes_at ?? '9999') - Date.now(), longestTtlMs);
    return { device, message: vacancyPush(vacancy, siteUrl), topic: vacancy.id, ttlMs };
  },
};

/** Only announces the vacancy; the worker then requests the list. */
function vacancyPush(
  { id, name, type, closes_at }: Pick<Tables['vacancies'], 'id' | 'name' | 'type' | 'closes_at'>,
  siteUrl: string,
): string {
  const closing = closes_at === null ? '' : notificationWords.closes(spokenEnd(new Date(closes_at)));
  return pushMessage({
    title: notificationWords.newVacancy(name),
    body: [type.charAt(0).toUpperCase() + type.slice(1), closing].filter(Boolean).join('. '),
    lang: site.lang,
    tag: id,
    navigate: siteUrl + vacancyPath(id),
  });
}
