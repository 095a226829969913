import type { PushMessage } from '#src/contract/alerts.ts';
import { pages, vacancyPath } from '#src/paths.ts';
import * as notificationWords from '#src/words/alerts.ts';
import * as site from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { spokenEnd } from '../lib/local-time.ts';
import type { Kind, Message, Push } from '../mail/kinds.ts';
import type { Db } from '../store/schema.ts';
import { countPush } from './devices.ts';
import { isNews } from './news.ts';
import { openVacancies } from './open-vacancies.ts';
import type { VacancyRow } from './vacancies.ts';

/** The longest time for which push services store a message. */
const longestTtlMs = 28 * dayMs;

const findDevice = (db: Db, { device }: Message) =>
  db.selectFrom('devices').selectAll().where('endpoint', '=', device).executeTakeFirst();

/** A new vacancy, for a device that wants them. */
export const alert: Kind<Push> = {
  retryForMs: dayMs,
  onEnd: countPush,
  async compose(db, message, siteUrl) {
    const vacancy = await openVacancies(db).selectAll().where('id', '=', message.vacancy).executeTakeFirst();
    if (vacancy === undefined) return { dropped: 'the vacancy is closed' };
    const device = await findDevice(db, message);
    if (device?.vacancies !== 1) return { dropped: 'the device does not want it' };
    const ttlMs = Math.min(Date.parse(vacancy.closes_at ?? '9999') - Date.now(), longestTtlMs);
    return { device: keysOf(device), message: vacancyPush(vacancy, siteUrl), topic: vacancy.id, ttlMs };
  },
};

/** News of an application, for a device that follows it. */
export const news: Kind<Push> = {
  retryForMs: dayMs,
  onEnd: countPush,
  async compose(db, message, siteUrl) {
    const { application, device: endpoint, status_before } = message;
    const rows = db.selectFrom('applications').select('state').where('id', '=', application);
    const row = await rows.executeTakeFirst();
    if (status_before !== null && !(row && isNews(row.state))) return { dropped: 'there is no news' };
    const follows = db.selectFrom('follows').select('tag').where('application', '=', application);
    const follow = await follows.where('endpoint', '=', endpoint).executeTakeFirst();
    const device = await findDevice(db, message);
    if (follow === undefined || device === undefined) return { dropped: 'the device does not want it' };
    const topic = application ?? '';
    return { device: keysOf(device), message: newsPush(follow.tag, siteUrl), topic, ttlMs: longestTtlMs };
  },
};

const keysOf = ({ endpoint, p256dh, auth }: Push['device']) => ({ endpoint, p256dh, auth });

/** Only announces the vacancy; the worker then requests the list. */
export function vacancyPush({ id, name, type, closes_at }: VacancyRow, siteUrl: string): string {
  const closing = closes_at === null ? '' : notificationWords.closes(spokenEnd(new Date(closes_at)));
  return pushMessage({
    title: notificationWords.newVacancy(name),
    body: [type.charAt(0).toUpperCase() + type.slice(1), closing].filter(Boolean).join('. '),
    lang: site.lang,
    tag: id,
    navigate: siteUrl + vacancyPath(id),
  });
}

/** Says nothing about the application; the worker then requests its status. */
function newsPush(tag: string, siteUrl: string): string {
  const { newsTitle: title } = notificationWords;
  return pushMessage({ title, lang: site.lang, tag, navigate: siteUrl + pages.application.path });
}

const pushMessage = (notification: PushMessage['notification']) =>
  JSON.stringify({ web_push: 8030, mutable: true, notification } satisfies PushMessage);
