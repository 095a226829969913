import type { AlertRequest, AlertsPayload } from '#src/contract/alerts.ts';
import { connectCalls } from '#src/paths.ts';

import { type AlertAddress, changeAddress, isOn, readAddress } from './alert-address.ts';
import { timeLimit } from './time-limit.ts';

/** One at a time speaks of the address, over all tabs and the worker. */
export const alertsLock = 'hcs-alerts';

/** The service and the browser's part, in a page as in the worker. */
export type AlertEnvironment = { base: string; pushManager: PushManager };

const patience = 15_000;
const posts = new Set<AbortController>();

/** What is being told to the service from here is no longer meant. */
export function stopRegistering(): void {
  for (const post of posts) post.abort();
}

export async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // The browser still holds one that was made with another key.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/**
 * Tells the service of the address, if alerts are still on: they are turned off without waiting for the lock. Once more
 * where the service has another key than the one it was asked with, as an address belongs to one key; and where it took
 * the address before (`sentAt`) and does not know it now: it may have found it dead, and the browser keeps it for ever.
 */
export async function register(
  env: AlertEnvironment,
  subscription: PushSubscription,
  { kinds, publicKey, sentAt = 0 }: Pick<AlertAddress, 'kinds' | 'publicKey'> & { sentAt?: number },
  replaces?: string,
): Promise<void> {
  const { endpoint } = subscription;
  if (!isOn(await readAddress())) return withdraw(env);
  const request = { subscription: subscription.toJSON(), kinds, replaces } as AlertRequest;
  const { payload } = (await (await post(env.base, request)).json()) as { payload: AlertsPayload };
  const current = payload.publicKey;
  const isLost = payload.isNew === true && sentAt > 0 && replaces === endpoint;
  if (isLost) await subscription.unsubscribe();
  if (isLost || current !== publicKey) {
    const next = await subscribe(env.pushManager, current);
    return register(env, next, { kinds, publicKey: current }, endpoint);
  }
  const now = { endpoint, kinds, publicKey, sentAt: Date.now() };
  const known = await changeAddress((before) => (isOn(before) ? now : before));
  if (!isOn(known)) await withdraw(env, [endpoint]);
}

/** Nothing comes any more, and the service forgets the addresses, unless alerts were turned on again meanwhile. */
export async function withdraw(
  { base, pushManager }: Partial<AlertEnvironment> & { base: string },
  addresses: string[] = [],
): Promise<void> {
  const known = await readAddress().catch((error) => {
    console.warn('The address for alerts cannot be read.', error);
    return undefined;
  });
  const endpoints = new Set(addresses);
  if (isOn(known)) endpoints.delete(known.endpoint);
  else {
    const subscription = await pushManager?.getSubscription();
    await subscription?.unsubscribe();
    for (const one of [known, subscription]) if (one) endpoints.add(one.endpoint);
  }
  for (const endpoint of endpoints) await write(base, 'DELETE', { endpoint }, timeLimit(patience));
  if (known?.isOff) await changeAddress((now) => (isOn(now) ? now : undefined));
}

/** The service answered, and did not do it. */
export class RefusedAlerts extends Error {}

async function post(base: string, request: AlertRequest): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), patience);
  posts.add(limit);
  try {
    return await write(base, 'POST', request, limit.signal);
  } finally {
    clearTimeout(timer);
    posts.delete(limit);
  }
}

async function write(
  base: string,
  method: 'POST' | 'DELETE',
  body: object,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(base + connectCalls.alerts, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw new RefusedAlerts(`The service answered ${response.status} to ${method} alerts.`);
  return response;
}
