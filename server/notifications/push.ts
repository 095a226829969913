import { createHash } from 'node:crypto';
import { type Agent, request } from 'node:https';

import { company } from '#src/content/company.ts';

import { erase } from '../store/erasure.ts';
import { isOpen } from '../store/on-the-site.ts';
import type { Store } from '../store/open-store.ts';
import { type Prepare, problemOf, Undelivered } from './channels.ts';
import type { PushKeys } from './push-keys.ts';
import { vacancyPush } from './vacancy-push.ts';

/** For one push; below the time for which it is claimed. */
const patienceMs = 30_000;
/** How long it is news. */
const weekMs = 7 * 24 * 60 * 60_000;
/** After a week without an answer the address is dead, unless it was this server that was off. */
const enoughTries = 20;
/** Longer waits look like a wrong clock to the queue. */
const longestWaitMs = 24 * 60 * 60_000;

type Site = { keys: PushKeys; siteUrl: string; agent: Agent };

/** Tells one address of one vacancy that is still open. */
export function pushChannel(store: Store, site: Site): Prepare {
  return async (row) => {
    const [address, vacancy] = await Promise.all([
      store.db.selectFrom('alerts').selectAll().where('endpoint', '=', row.alert).executeTakeFirst(),
      store.db.selectFrom('vacancies').selectAll().where('id', '=', row.vacancy).executeTakeFirst(),
    ]);
    if (address === undefined || vacancy === undefined || !isOpen(vacancy)) return null;
    const until = Math.min(Date.parse(row.created_at) + weekMs, Date.parse(vacancy.closes_at ?? '9999'));
    if (until <= Date.now()) {
      // Whose browser still visits this site gives its address again.
      if (row.tries > enoughTries) await removeAddress(store, address.endpoint);
      return null;
    }
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
    };
  };
}

/** Leaves no trace of it, nor of what waits for it. */
export function removeAddress(store: Store, endpoint: string): Promise<unknown> {
  return erase(store, (trx) => trx.deleteFrom('alerts').where('endpoint', '=', endpoint).execute());
}

type Answer = { status: number; retryAfter: string | undefined };

/** By hand: the package reads whatever the other side sends into memory, and waits for as long as that goes on. */
function post(
  url: string,
  headers: Record<string, string>,
  body: Buffer,
  options: { agent: Agent; signal: AbortSignal },
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, ...options }, (response) => {
      response.resume().on('error', () => undefined);
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    });
    sent.on('error', reject).end(body);
  }).catch((error: unknown) => {
    throw new Undelivered(problemOf(error));
  });
}

/** A key that the service does not take may be a clock that is wrong; the rest of 4xx stays as it is. */
const worthAnotherTry = [401, 403, 408, 425, 429];

function refusal({ status, retryAfter = '' }: Answer): Undelivered {
  const isFinal = status >= 400 && status < 500 && !worthAnotherTry.includes(status);
  const seconds = Number(retryAfter);
  const wait = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
  return new Undelivered(`HTTP ${status}`, { isFinal, waitMs: Math.min(wait || 0, longestWaitMs) });
}
