/** Notifications on this device. What is wanted is the browser's permission and subscription; the server is told of it. */
import type { AlertSubscription, AlertsRequest } from '#src/contract/alerts.ts';
import { asRecord, messagesOf, parseResponse } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';

import type { Outbox } from './deliver.ts';
import { alertTimeoutMs, inTime } from './limits.ts';

/** `message`: the server's own words, or `offline`, `service`, `push` or `notEnded`. */
export class AlertsError extends Error {}

export const subscriptionOf = (push: PushManager) => inTime(push.getSubscription(), alertTimeoutMs);

/** Subscribes, unless the browser has a subscription, and tells the server. Resolves as `tell`. */
export async function subscribe(outbox: Outbox, push: PushManager): Promise<boolean> {
  if ((await subscriptionOf(push)) === null) await makeSubscription(outbox, push, await ask(outbox, 'GET'));
  return tell(outbox, push);
}

/**
 * Tells the server where to send notifications, and of which applications. Resolves to false without a subscription. One after
 * the other, so that an older list never lands after a newer one.
 */
export function tell(outbox: Outbox, push: PushManager): Promise<boolean> {
  return navigator.locks.request('alerts', async () => {
    const subscription = await subscriptionOf(push);
    if (subscription === null) return false;
    const publicKey = await put(outbox, subscription);
    if (isSignedWith(subscription, publicKey)) return true;
    // The server has another store. False: somebody has switched off meanwhile.
    if (!(await inTime(subscription.unsubscribe(), alertTimeoutMs))) return false;
    await put(outbox, await makeSubscription(outbox, push, publicKey));
    return true;
  });
}

/** Rejects if the browser does not end the subscription. A server that is not told learns it from its next push. */
export async function unsubscribe(outbox: Outbox, push: PushManager): Promise<void> {
  const subscription = await subscriptionOf(push);
  if (subscription === null) return;
  try {
    await inTime(subscription.unsubscribe(), alertTimeoutMs);
  } catch (cause) {
    throw new AlertsError('notEnded', { cause });
  } finally {
    outbox.announce();
  }
  request(outbox, 'DELETE', { endpoint: subscription.endpoint }).catch(console.warn);
}

async function makeSubscription(
  { announce }: Outbox,
  push: PushManager,
  applicationServerKey: string,
): Promise<PushSubscription> {
  try {
    const subscribing = push.subscribe({ userVisibleOnly: true, applicationServerKey });
    return await inTime(subscribing, alertTimeoutMs);
  } catch (cause) {
    throw new AlertsError('push', { cause });
  } finally {
    announce();
  }
}

/** An application sent twice has two records with one secret. */
async function put(outbox: Outbox, subscription: PushSubscription): Promise<string> {
  const followed = (await outbox.store.list()).filter(({ status }) => status?.known !== 'gone');
  return ask(outbox, 'PUT', {
    subscription: subscription.toJSON() as AlertSubscription,
    applications: [...new Set(followed.flatMap(({ secret }) => secret ?? []))],
  });
}

function isSignedWith({ options }: PushSubscription, publicKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return String.fromCharCode(...bytes) === atob(publicKey.replaceAll('-', '+').replaceAll('_', '/'));
}

/** Returns the server's VAPID key. */
async function ask(outbox: Outbox, method: 'GET' | 'PUT', content?: AlertsRequest): Promise<string> {
  const { publicKey } = asRecord((await request(outbox, method, content)).payload);
  if (typeof publicKey !== 'string') throw new AlertsError('service');
  return publicKey;
}

/** `keepalive` lets the request finish when the page is left. */
async function request({ base, fetch }: Outbox, method: 'GET' | 'PUT' | 'DELETE', content?: object) {
  const body = content && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(content) };
  const signal = AbortSignal.timeout(alertTimeoutMs);
  const answer = await fetch(base + connectCalls.alerts, { method, keepalive: true, signal, ...body })
    .then(parseResponse)
    .catch((cause) => {
      throw new AlertsError('offline', { cause });
    });
  if (!answer.ok) throw new AlertsError(messagesOf(answer.body)[0] ?? 'service');
  return answer.body;
}
