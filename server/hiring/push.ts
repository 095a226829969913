import { createHash } from 'node:crypto';
import type { Agent } from 'node:https';

import { sql } from 'kysely';

import type { PushMessage } from '#src/contract/alerts.ts';
import { pages, vacancyPath } from '#src/paths.ts';
import * as notificationWords from '#src/words/alerts.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { spokenEnd } from '../lib/local-time.ts';
import { backOffMs, leaseMs } from '../lib/poll.ts';
import { isPostgres } from '../store/errors.ts';
import { findFact } from '../store/facts.ts';
import type { Store } from '../store/open-store.ts';
import type { Db, Trx } from '../store/schema.ts';
import { removeDevice } from './devices.ts';
import { isNews } from './news.ts';
import { openVacancies } from './open-vacancies.ts';
import type { VacancyRow } from './vacancies.ts';

type PushKeys = { publicKey: string; privateKey: string };

/** A push to a device. `ttlMs`: how long a push service may store it. */
type Prepared = {
  device: { endpoint: string; p256dh: string; auth: string };
  message: string;
  ttlMs: number;
  queuedAt: string;
};

/** A claimed row of a table whose key is a subject and an endpoint. `tries` identifies the claim. */
type Push = { endpoint: string; tries: number; was_refused: number };

/** A table of pushes. Functions that change rows do so only while the claim is still ours. */
type PushQueue<P extends Push = Push> = {
  table: 'device_pushes' | 'follows';
  subject: 'vacancy' | 'application';
  subjectOf: (push: P) => string;
  /** Resolves to undefined if there is nothing left to send. */
  prepare: (db: Db, push: P, siteUrl: string) => Promise<Prepared | undefined>;
  /** `refusals`: added to the consecutive refusals; undefined: a push service has accepted the push. */
  end: (trx: Trx, push: P, refusals?: number) => Promise<void>;
};

/** Shorter than a claim. */
const timeoutMs = 10_000;
const pushesAtOnce = 10;
const retryForMs = dayMs;
/** The longest time for which push services store a message. */
const longestTtlMs = 28 * dayMs;

/** Reads the VAPID keys (RFC 8292). New ones would invalidate all subscriptions. */
export async function pushKeys({ db }: Store): Promise<PushKeys> {
  const { default: webPush } = await import('web-push');
  const known = await findFact(db, 'push-keys');
  const value = known ?? JSON.stringify(webPush.generateVAPIDKeys());
  // Servers that start together all use the first one stored.
  const insert = db.insertInto('facts').values({ name: 'push-keys', value });
  if (known === undefined) await insert.onConflict((conflict) => conflict.doNothing()).execute();
  return JSON.parse((await findFact(db, 'push-keys')) ?? value) as PushKeys;
}

type Site = { keys: PushKeys; siteUrl: string; agent?: Agent };

/** Returns false if nothing was due. */
export async function sendPushes(store: Store, site: Site): Promise<boolean> {
  const counts = await Promise.all([sendFrom(vacancyQueue), sendFrom(newsQueue)]);
  return counts.some((count) => count > 0);

  async function sendFrom<P extends Push>(queue: PushQueue<P>): Promise<number> {
    const pushes = await claim(store, queue);
    await Promise.all(pushes.map((push) => deliver(store, site, queue, push)));
    return pushes.length;
  }
}

async function claim<P extends Push>(store: Store, { table, subject }: PushQueue<P>): Promise<P[]> {
  // A later time was written while the clock was wrong.
  const [now, lease, latest] = [0, leaseMs, 2 * retryForMs].map((ms) =>
    new Date(Date.now() + ms).toISOString(),
  );
  const key = sql`${sql.ref(subject)}, endpoint`;
  const { rows } = await store.write((trx) =>
    sql<P>`update ${sql.table(table)} set due_at = ${lease}, tries = tries + 1 where (${key}) in (
      select ${key} from ${sql.table(table)} where due_at <= ${now} or due_at > ${latest} order by due_at
      limit ${pushesAtOnce} ${isPostgres(trx) ? sql`for update skip locked` : sql``}
    ) returning *`.execute(trx),
  );
  return rows;
}

async function deliver<P extends Push>(
  store: Store,
  site: Site,
  queue: PushQueue<P>,
  push: P,
): Promise<void> {
  const prepared = await queue.prepare(store.db, push, site.siteUrl);
  if (prepared === undefined) return store.write((trx) => queue.end(trx, push, 0));
  const { device, message, ttlMs, queuedAt } = prepared;
  // Failures of our own connection do not count against a device.
  if (Date.parse(queuedAt) + retryForMs <= Date.now())
    return store.erase((trx) => queue.end(trx, push, push.was_refused));
  const { default: webPush } = await import('web-push');
  const outcome = await webPush
    .sendNotification({ endpoint: device.endpoint, keys: device }, message, {
      vapidDetails: { subject: `mailto:${company.email}`, ...site.keys },
      TTL: Math.ceil(Math.min(ttlMs, longestTtlMs) / 1000),
      urgency: 'normal',
      // A push that is sent twice replaces the first one.
      topic: createHash('sha256').update(queue.subjectOf(push)).digest('base64url').slice(0, 32),
      timeout: timeoutMs,
      agent: site.agent,
    })
    .catch((error: unknown) => Object(error) as { statusCode?: number; headers?: Record<string, string> });
  const { statusCode = 0, headers } = outcome;
  if (statusCode === 404 || statusCode === 410)
    await store.erase((trx) => removeDevice(trx, device.endpoint));
  else if (statusCode >= 200 && statusCode < 300) await store.write((trx) => queue.end(trx, push));
  else await postpone(store, queue, push, statusCode > 0, headers?.['retry-after']);
}

/** Matches only while the claim is still ours. */
const isClaim = <P extends Push>({ subject, subjectOf }: PushQueue<P>, push: P) =>
  sql<boolean>`${sql.ref(subject)} = ${subjectOf(push)} and endpoint = ${push.endpoint} and tries = ${push.tries}`;

/** `isAnswered`: the push service responded, with an error. */
async function postpone<P extends Push>(
  store: Store,
  queue: PushQueue<P>,
  push: P,
  isAnswered: boolean,
  retryAfter = '',
): Promise<void> {
  const pause = Math.min(Math.max(Number(retryAfter) * 1000 || 0, backOffMs(push.tries)), retryForMs);
  const due_at = new Date(Date.now() + pause).toISOString();
  const update = { due_at, was_refused: Number(isAnswered) };
  await store.write((trx) => trx.updateTable(queue.table).set(update).where(isClaim(queue, push)).execute());
}

/** Consecutive refused pushes after which a device is deleted. */
const mostRefused = 3;

/** Counts the result for the device of a claim that is still ours. `refusals` as in `PushQueue`. */
async function countResult<P extends Push>(trx: Trx, queue: PushQueue<P>, push: P, refusals?: number) {
  const isOwn = sql<boolean>`exists (select 1 from ${sql.table(queue.table)} where ${isClaim(queue, push)})`;
  const device = trx.updateTable('devices').where('endpoint', '=', push.endpoint).where(isOwn);
  if (refusals === undefined)
    await device.set({ reached_at: new Date().toISOString(), refused: 0 }).execute();
  else if (refusals > 0) await device.set(({ eb }) => ({ refused: eb('refused', '+', refusals) })).execute();
}

async function deleteRefused(trx: Trx, { endpoint }: Push): Promise<void> {
  const device = trx.deleteFrom('devices').where('endpoint', '=', endpoint);
  await device.where('refused', '>=', mostRefused).execute();
}

/** Vacancy alerts: one row per alert. */
const vacancyQueue: PushQueue<Push & { vacancy: string; created_at: string }> = {
  table: 'device_pushes',
  subject: 'vacancy',
  subjectOf: ({ vacancy }) => vacancy,

  async prepare(db, push, siteUrl) {
    const vacancy = await openVacancies(db).selectAll().where('id', '=', push.vacancy).executeTakeFirst();
    const devices = db.selectFrom('devices').selectAll().where('vacancies', '=', 1);
    const device = await devices.where('endpoint', '=', push.endpoint).executeTakeFirst();
    if (vacancy === undefined || device === undefined) return undefined;
    const ttlMs = Date.parse(vacancy.closes_at ?? '9999') - Date.now();
    return { device, message: vacancyPush(vacancy, siteUrl), ttlMs, queuedAt: push.created_at };
  },

  async end(trx, push, refusals) {
    // Change the device first, because replacing its endpoint locks the tables in the same order.
    await countResult(trx, vacancyQueue, push, refusals);
    await trx.deleteFrom('device_pushes').where(isClaim(vacancyQueue, push)).execute();
    await deleteRefused(trx, push);
  },
};

type NewsPush = Push & {
  application: string;
  tag: string;
  state_before: string | null;
  queued_at: string;
};

/** News about an application: one row per device, due after a change. */
const newsQueue: PushQueue<NewsPush> = {
  table: 'follows',
  subject: 'application',
  subjectOf: ({ application }) => application,

  async prepare(db, push, siteUrl) {
    const rows = db.selectFrom('applications').select('state').where('id', '=', push.application);
    const row = await rows.executeTakeFirst();
    const isUndone = row === undefined || !isNews(row.state) || row.state === push.state_before;
    const devices = db.selectFrom('devices').selectAll().where('endpoint', '=', push.endpoint);
    const device = await devices.executeTakeFirst();
    if (device === undefined || row === undefined) return undefined;
    if (push.state_before !== null && isUndone) return undefined;
    return {
      device,
      message: newsPush(push.tag, siteUrl),
      ttlMs: longestTtlMs,
      queuedAt: push.queued_at,
    };
  },

  async end(trx, push, refusals) {
    await countResult(trx, newsQueue, push, refusals);
    const row = trx.updateTable('follows').where(isClaim(newsQueue, push));
    await row.set({ due_at: null, was_refused: 0 }).execute();
    await deleteRefused(trx, push);
  },
};

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
export function newsPush(tag: string, siteUrl: string): string {
  const { newsTitle: title } = notificationWords;
  return pushMessage({ title, lang: site.lang, tag, navigate: siteUrl + pages.application.path });
}

const pushMessage = (notification: PushMessage['notification']) =>
  JSON.stringify({ web_push: 8030, mutable: true, notification } satisfies PushMessage);
