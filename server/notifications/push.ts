import { createHash } from 'node:crypto';
import { type Agent, request } from 'node:https';

import { company } from '#src/content/company.ts';

import { erase } from '../store/erasure.ts';
import { isOpen } from '../store/on-the-site.ts';
import type { Store } from '../store/open-store.ts';
import { isClockTrusted } from '../store/retention.ts';
import { closedMeanwhile, spreadOut } from './alerts.ts';
import { type Prepare, problemOf, Undelivered } from './channels.ts';
import type { PushKeys } from './push-keys.ts';
import type { Notification } from './queue.ts';
import { vacancyPush } from './vacancy-push.ts';

/** For one push; below the time for which it is claimed. */
const patienceMs = 30_000;
/** How long it is news. */
const weekMs = 7 * 24 * 60 * 60_000;
/** A push service may ask for a pause of a day between two. With fewer in a week it was rather this server that was off. */
const enoughTries = 6;
/** Problems for which the address cannot help. */
const notTheirs = ['HTTP 401', 'HTTP 403', 'CLOCK', closedMeanwhile];
/** Longer waits look like a wrong clock to the queue. */
const longestWaitMs = 24 * 60 * 60_000;

type Site = { keys: PushKeys; siteUrl: string; agent: Agent };

/** Tells one address of one vacancy that is still open. */
export function pushChannel(store: Store, site: Site): Prepare {
  return async (row) => {
    const vacancies = store.db.selectFrom('vacancies').selectAll();
    const vacancy = await vacancies.where('id', '=', row.vacancy).executeTakeFirst();
    if (vacancy === undefined) return null;
    const newsUntil = Date.parse(row.created_at) + weekMs;
    if (newsUntil <= Date.now()) {
      if (!(await isClockTrusted(store, Date.now()))) return later('CLOCK');
      if (row.alert !== null && (await isDead(store, row))) await removeAddress(store, row.alert);
      return null;
    }
    if (!isOpen(vacancy)) return later(closedMeanwhile);
    if (row.alert === null) {
      await spreadOut(store, row, vacancy);
      return null;
    }
    const alerts = store.db.selectFrom('alerts').selectAll();
    const address = await alerts.where('endpoint', '=', row.alert).executeTakeFirst();
    if (address === undefined) return null;
    const until = Math.min(newsUntil, Date.parse(vacancy.closes_at ?? '9999'));
    return async (signal) => {
      const { default: webPush } = await import('web-push');
      const { endpoint, headers, body } = webPush.generateRequestDetails(
        { endpoint: address.endpoint, keys: address },
        vacancyPush(vacancy, site.siteUrl),
        {
          vapidDetails: { subject: `mailto:${company.email}`, ...site.keys },
          TTL: Math.ceil((until - Date.now()) / 1000),
          urgency: 'normal',
          // Sent again because its answer was lost, it takes its own place.
          topic: createHash('sha256').update(vacancy.id).digest('base64url').slice(0, 32),
        },
      );
      const all = { ...headers, 'Content-Type': 'application/notification+json' };
      const answer = await post(endpoint, all, body, {
        agent: site.agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      });
      if (answer.status === 404 || answer.status === 410) await removeAddress(store, endpoint);
      else if (answer.status >= 300) throw refusal(answer);
      // The store is away: the removal of the message tells of it, and the next push is noted.
      else await noteReached(store, endpoint).catch(() => undefined);
    };
  };
}

function later(problem: string): () => Promise<void> {
  return async () => {
    throw new Undelivered(problem, { waitMs: longestWaitMs });
  };
}

/** Whether others were reached while this one was not; if nobody was, the fault may be here, as with a wrong clock (401, 403). */
async function isDead(store: Store, { tries, problem, created_at, alert }: Notification): Promise<boolean> {
  if (tries < enoughTries || notTheirs.includes(problem ?? '')) return false;
  const reached = await store.db
    .selectFrom('alerts')
    .select('endpoint')
    .where('reached_at', '>', created_at)
    // Itself first, which another vacancy may have reached meanwhile.
    .orderBy((eb) => eb('endpoint', '=', alert), 'desc')
    .executeTakeFirst();
  return reached !== undefined && reached.endpoint !== alert;
}

function noteReached(store: Store, endpoint: string): Promise<unknown> {
  const reached_at = new Date().toISOString();
  return store.write((trx) =>
    trx.updateTable('alerts').set({ reached_at }).where('endpoint', '=', endpoint).execute(),
  );
}

/** Leaves no trace of it, nor of what waits for it. */
export function removeAddress(store: Store, endpoint: string): Promise<unknown> {
  return erase(store, (trx) => trx.deleteFrom('alerts').where('endpoint', '=', endpoint).execute());
}

type Answer = { status: number; retryAfter: string | undefined };

/** Push services say next to nothing: who says more, or takes long over it, is cut off. */
const longestBody = 4_096;
const bodyMs = 2_000;

/** By hand: the package reads whatever the other side sends into memory, and waits for as long as that goes on. */
function post(
  url: string,
  headers: Record<string, string>,
  body: Buffer,
  options: { agent: Agent; signal: AbortSignal },
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, ...options }, (response) => {
      let length = 0;
      const cutOff = setTimeout(() => response.destroy(), bodyMs);
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > longestBody) response.destroy();
      });
      response.on('error', () => undefined);
      // What it said counts, however the body ends.
      response.on('close', () => {
        clearTimeout(cutOff);
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
      });
    });
    sent.on('error', reject).end(body);
  }).catch((error: unknown) => {
    throw new Undelivered(problemOf(error));
  });
}

/** A key that the service does not take may be a clock that is wrong; the rest of 4xx seldom changes. */
const worthASoonTry = [401, 403, 408, 425, 429];

function refusal({ status, retryAfter = '' }: Answer): Undelivered {
  if (status >= 400 && status < 500 && !worthASoonTry.includes(status))
    return new Undelivered(`HTTP ${status}`, { waitMs: longestWaitMs });
  const seconds = Number(retryAfter);
  const wait = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return new Undelivered(`HTTP ${status}`, { waitMs: Math.min(wait || 0, longestWaitMs) });
}
