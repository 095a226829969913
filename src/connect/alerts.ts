import { del, get, set } from 'idb-keyval';

import type { AlertRequest } from '#src/contract/alerts.ts';
import { openDatabase } from '#src/outbox/database.ts';
import { timeLimit } from '#src/outbox/time-limit.ts';
import { connectCalls } from '#src/paths.ts';
import { type AlertsState, setAlerts } from '#src/state/alerts.ts';

import { ConnectError, getPayload } from './client.ts';
import { connectBase } from './connect-base.ts';

/** What the service has from this browser. `isOff`: it does not know yet that it is to forget it. */
type Known = { endpoint: string; kinds: string[]; publicKey: string; sentAt: number; isOff?: true };

const database = openDatabase('hcs-alerts', 'relaxed');
const name = 'address';
const dayMs = 24 * 60 * 60_000;
const patience = 15_000;

/** Asks the browser how it stands, and once a day tells the service that its address still holds. Never rejects. */
export async function startAlerts(): Promise<void> {
  const state = possible();
  if (state !== undefined) return setAlerts(state);
  try {
    const known = await get<Known>(name, database);
    const isOn = known !== undefined && known.isOff === undefined;
    setAlerts(isOn && Notification.permission === 'granted' ? 'on' : 'off', known?.kinds);
    if (known !== undefined) await renew(known);
  } catch (error) {
    console.warn('Alerts could not be looked after.', error);
    setAlerts('off');
  }
}

/** Undefined where it is for the visitor to say. */
function possible(): AlertsState | undefined {
  const canPush = 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
  if (!canPush) return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'never';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

/** The service may have lost the address, and the browser may have changed it. */
async function renew(known: Known): Promise<void> {
  const { endpoint, kinds, publicKey, sentAt, isOff } = known;
  if (isOff || Notification.permission !== 'granted') return withdraw(known);
  const { pushManager } = await worker();
  const now = await pushManager.getSubscription();
  if (now?.endpoint === endpoint && Math.abs(Date.now() - sentAt) < dayMs) return;
  await register(now ?? (await subscribe(publicKey)), kinds, publicKey, endpoint);
}

/** Call it while a press is handled: browsers let nobody else ask for the permission. Rejects where it did not work. */
export async function turnOn(kinds: string[]): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return setAlerts(permission === 'denied' ? 'denied' : 'off');
  const { publicKey } = (await getPayload(connectCalls.alerts)) as { publicKey: string };
  await register(await subscribe(publicKey), kinds, publicKey);
  setAlerts('on', kinds);
}

/** The browser takes nothing any more from this moment on; the service forgets the address as soon as it can be told. */
export async function turnOff(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  setAlerts('off');
  const known = await get<Known>(name, database);
  if (known === undefined) return;
  await set(name, { ...known, isOff: true } satisfies Known, database);
  await withdraw(known).catch((error) => console.warn('The service is told at the next visit.', error));
}

export async function areAlertsOn(): Promise<boolean> {
  const known = await get<Known>(name, database);
  return known !== undefined && known.isOff === undefined;
}

async function withdraw({ endpoint }: Known): Promise<void> {
  await write('DELETE', { endpoint });
  await del(name, database);
}

/** Once more where the service has another key than the one it was asked with: an address belongs to one key. */
async function register(
  subscription: PushSubscription,
  kinds: string[],
  publicKey: string,
  replaces?: string,
): Promise<void> {
  const { endpoint } = subscription;
  const request = { subscription: subscription.toJSON(), kinds, replaces } as AlertRequest;
  const answer = (await (await write('POST', request)).json()) as { payload: { publicKey: string } };
  const current = answer.payload.publicKey;
  if (current !== publicKey) return register(await subscribe(current), kinds, current, endpoint);
  await set(name, { endpoint, kinds, publicKey, sentAt: Date.now() } satisfies Known, database);
}

/** Where none can be registered, `ready` waits for ever. */
function worker(): Promise<ServiceWorkerRegistration> {
  const limit = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('No worker came into charge.')), patience);
  });
  return Promise.race([navigator.serviceWorker.ready, limit]);
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await worker();
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

async function write(method: 'POST' | 'DELETE', body: object): Promise<Response> {
  const response = await fetch(connectBase + connectCalls.alerts, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: timeLimit(patience),
  });
  if (!response.ok) throw new ConnectError(response.status, undefined);
  return response;
}
