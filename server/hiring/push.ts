import { createHash } from 'node:crypto';
import type { Agent } from 'node:https';

import { type Selectable, sql } from 'kysely';

import type { VacancyPush } from '#src/contract/alerts.ts';
import { vacancyPath } from '#src/paths.ts';
import * as notificationWords from '#src/words/alerts.ts';
import * as site from '#src/words/site.ts';
import { company } from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { spokenEnd } from '../lib/local-time.ts';
import { backOffMs, leaseMs } from '../lib/poll.ts';
import { isPostgres } from '../store/errors.ts';
import { findFact } from '../store/facts.ts';
import type { Store } from '../store/open-store.ts';
import type { Tables, Trx } from '../store/schema.ts';
import { removeAlert } from './alerts.ts';
import { openVacancies } from './open-vacancies.ts';
import type { VacancyRow } from './vacancies.ts';

type PushKeys = { publicKey: string; privateKey: string };
type Push = Selectable<Tables['pushes']>;

/** Shorter than a claim. */
const timeoutMs = 10_000;
const pushesAtOnce = 10;
const retryForMs = dayMs;
/** The longest that push services keep a message. */
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
  const pushes = await claim(store);
  await Promise.all(pushes.map((push) => deliver(store, site, push)));
  return pushes.length > 0;
}

async function claim(store: Store): Promise<Push[]> {
  // A time further ahead was written by a clock that was wrong.
  const [now, lease, latest] = [0, leaseMs, 2 * retryForMs].map((ms) =>
    new Date(Date.now() + ms).toISOString(),
  );
  const { rows } = await store.write((trx) =>
    sql<Push>`update pushes set due_at = ${lease}, tries = tries + 1 where (vacancy, endpoint) in (
      select vacancy, endpoint from pushes where due_at <= ${now} or due_at > ${latest} order by due_at
      limit ${pushesAtOnce} ${isPostgres(trx) ? sql`for update skip locked` : sql``}
    ) returning *`.execute(trx),
  );
  return rows;
}

async function deliver(store: Store, site: Site, push: Push): Promise<void> {
  const { db } = store;
  const vacancy = await openVacancies(db).selectAll().where('id', '=', push.vacancy).executeTakeFirst();
  const alert = await db
    .selectFrom('alerts')
    .selectAll()
    .where('endpoint', '=', push.endpoint)
    .executeTakeFirst();
  const now = Date.now();
  const isTooLate = Date.parse(push.created_at) + retryForMs <= now;
  if (vacancy === undefined || alert === undefined) return remove(store, push);
  if (isTooLate) return giveUp(store, push);
  const openMs = Date.parse(vacancy.closes_at ?? '9999') - now;
  const { default: webPush } = await import('web-push');
  const outcome = await webPush
    .sendNotification({ endpoint: alert.endpoint, keys: alert }, vacancyPush(vacancy, site.siteUrl), {
      vapidDetails: { subject: `mailto:${company.email}`, ...site.keys },
      TTL: Math.ceil(Math.min(openMs, longestTtlMs) / 1000),
      urgency: 'normal',
      // A push that is sent twice replaces the first one.
      topic: createHash('sha256').update(vacancy.id).digest('base64url').slice(0, 32),
      timeout: timeoutMs,
      agent: site.agent,
    })
    .catch((error: unknown) => Object(error) as { statusCode?: number; headers?: Record<string, string> });
  const { statusCode = 0, headers } = outcome;
  if (statusCode === 404 || statusCode === 410) await store.erase((trx) => removeAlert(trx, alert.endpoint));
  else if (statusCode >= 200 && statusCode < 300) await remove(store, push, true);
  else await postpone(store, push, statusCode > 0, headers?.['retry-after']);
}

/** Only announces the vacancy; the worker then requests the list. */
export function vacancyPush({ id, name, type, closes_at }: VacancyRow, siteUrl: string): string {
  const closing = closes_at === null ? '' : notificationWords.closes(spokenEnd(new Date(closes_at)));
  const message: VacancyPush = {
    web_push: 8030,
    mutable: true,
    notification: {
      title: notificationWords.newVacancy(name),
      body: [type.charAt(0).toUpperCase() + type.slice(1), closing].filter(Boolean).join('. '),
      lang: site.lang,
      tag: id,
      navigate: siteUrl + vacancyPath(id),
    },
  };
  return JSON.stringify(message);
}

/** Matches only while the claim is still ours. */
const isClaim = ({ vacancy, endpoint, tries }: Push) =>
  sql<boolean>`vacancy = ${vacancy} and endpoint = ${endpoint} and tries = ${tries}`;

function remove(store: Store, push: Push, isReached = false): Promise<void> {
  return store.write(async (trx) => {
    const reached = { reached_at: new Date().toISOString(), refused: 0 };
    if (isReached) await deviceOf(trx, push).set(reached).execute();
    await trx.deleteFrom('pushes').where(isClaim(push)).execute();
  });
}

/** Change it before its pushes: an address that takes its place is locked in the same order. */
const deviceOf = (trx: Trx, { endpoint }: Push) => trx.updateTable('alerts').where('endpoint', '=', endpoint);

/** Alerts in a row that a push service refused, after which the device is deleted. */
const mostRefused = 3;

/** Ends an alert after all its tries. Our own lost connection counts against nobody. */
function giveUp(store: Store, push: Push): Promise<void> {
  return store.erase(async (trx) => {
    const isOwn = sql<boolean>`exists (select 1 from pushes where ${isClaim(push)})`;
    const counted = deviceOf(trx, push).set(({ eb }) => ({ refused: eb('refused', '+', push.was_refused) }));
    await counted.where(isOwn).execute();
    await trx.deleteFrom('pushes').where(isClaim(push)).execute();
    const gone = trx.deleteFrom('alerts').where('endpoint', '=', push.endpoint);
    await gone.where('refused', '>=', mostRefused).execute();
  });
}

/** `isAnswered`: the push service refused. */
async function postpone(store: Store, push: Push, isAnswered: boolean, retryAfter = ''): Promise<void> {
  const pause = Math.min(Math.max(Number(retryAfter) * 1000 || 0, backOffMs(push.tries)), retryForMs);
  const due_at = new Date(Date.now() + pause).toISOString();
  const update = { due_at, was_refused: Number(isAnswered) };
  await store.write((trx) => trx.updateTable('pushes').set(update).where(isClaim(push)).execute());
}
