import type { AlertsPayload } from '#src/contract/alerts.ts';
import { type AlertAddress, changeAddress, isOn, readAddress } from '#src/outbox/alert-address.ts';
import {
  type AlertEnvironment,
  alertsLock,
  RefusedAlerts,
  register,
  stopRegistering,
  subscribe,
  withdrawAddress,
} from '#src/outbox/alert-subscription.ts';
import { lazyChannel } from '#src/outbox/channel.ts';
import { whenFree } from '#src/outbox/locks.ts';
import { connectCalls } from '#src/paths.ts';
import { type AlertsState, alerts, setAlerts } from '#src/state/alerts.ts';

import { ConnectError, getPayload } from './client.ts';
import { connectBase } from './connect-base.ts';
import { outboxEnvironment } from './outbox-environment.ts';

/** Whoever turns alerts on or off tells the other tabs. */
const channel = lazyChannel('hcs-alerts');
const dayMs = 24 * 60 * 60_000;
const patience = 15_000;

/** Asks the browser how it stands, and once a day tells the service that its address still holds. Never rejects. */
export async function startAlerts(): Promise<void> {
  const state = possible();
  if (state === 'never' || state === 'install') return setAlerts(state);
  channel.hear(() => {
    stopRegistering();
    void show();
  });
  await show();
  await inTurn(renew).catch((error) => {
    console.warn('Alerts could not be looked after.', error);
    if (alerts.state === 'on' && wasRefused(error)) setAlerts('unconfirmed', alerts.kinds);
  });
}

/** Whether the service answered, and did not do what it was asked. */
export function wasRefused(error: unknown): boolean {
  return error instanceof RefusedAlerts || (error instanceof ConnectError && (error.status ?? 0) >= 400);
}

/** Undefined where it is for the visitor to say. */
function possible(): AlertsState | undefined {
  const canPush = 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
  if (!canPush) return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'never';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

async function show(): Promise<void> {
  const known = await readAddress().catch((error) => {
    console.warn('Whether alerts are on cannot be read.', error);
    return undefined;
  });
  const isTold = isOn(known) && Notification.permission === 'granted';
  setAlerts(possible() ?? (isTold ? 'on' : 'off'), known?.kinds);
}

function inTurn(use: () => Promise<void>): Promise<void> {
  return whenFree(outboxEnvironment(), alertsLock, use);
}

/** The service may have lost the address, and the browser may have changed it. */
async function renew(): Promise<void> {
  const known = await readAddress();
  if (known === undefined) return;
  if (known.isOff || Notification.permission !== 'granted') return leave();
  const env = await here();
  const now = await env.pushManager.getSubscription();
  const isFresh = Math.abs(Date.now() - known.sentAt) < dayMs;
  if (now?.endpoint === known.endpoint && isFresh) return;
  // Waiting for the worker may have taken long.
  if (!isOn(await readAddress())) return;
  await register(env, now ?? (await subscribe(env.pushManager, known.publicKey)), known, known.endpoint);
}

/** Call it while a press is handled: browsers let nobody else ask for the permission. Rejects where it did not work. */
export async function turnOn(kinds: string[]): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return setAlerts(permission === 'denied' ? 'denied' : 'off');
  await inTurn(() => join(kinds));
  channel.tell();
  await show();
}

/** The address is noted before the service has it: whatever happens then, it can be told to forget it. */
async function join(kinds: string[]): Promise<void> {
  const { publicKey } = (await getPayload(connectCalls.alerts)) as AlertsPayload;
  const env = await here();
  const before = await readAddress();
  const subscription = await subscribe(env.pushManager, publicKey);
  const { endpoint } = subscription;
  try {
    await changeAddress(() => ({ endpoint, kinds, publicKey, sentAt: 0 }));
    await register(env, subscription, { kinds, publicKey }, before?.endpoint);
  } catch (error) {
    await markOff();
    await subscription.unsubscribe();
    inTurn(leave).catch(tellLater);
    throw error;
  }
}

/** The browser takes nothing any more from this moment on; the service forgets the address as soon as it can be told. */
export async function turnOff(): Promise<void> {
  stopRegistering();
  const known = await markOff();
  const pushManager = await pushManagerHere();
  const subscription = await pushManager?.getSubscription();
  await subscription?.unsubscribe();
  setAlerts('off');
  channel.tell();
  const addresses = [known, subscription].flatMap((one) => (one ? [one.endpoint] : []));
  await inTurn(() => withdrawAddress(envOf(pushManager), addresses)).catch(tellLater);
}

/** Before anything else: a page that dies then does not bring them back. Gives what was known. */
async function markOff(): Promise<AlertAddress | undefined> {
  try {
    return await changeAddress((known) => known && { ...known, isOff: true });
  } catch (error) {
    console.warn('That alerts are off is not kept.', error);
  }
  try {
    const known = await readAddress();
    // A full device still lets go.
    await changeAddress(() => undefined);
    return known;
  } catch (error) {
    console.warn('The address for alerts cannot be removed.', error);
    return undefined;
  }
}

export async function areAlertsOn(): Promise<boolean> {
  return isOn(await readAddress());
}

async function leave(): Promise<void> {
  const known = await markOff();
  await withdrawAddress(envOf(await pushManagerHere()), known && [known.endpoint]);
}

function tellLater(error: unknown): void {
  console.warn('The service is told at the next visit.', error);
}

function envOf(pushManager: PushManager | undefined) {
  return { base: connectBase, ...(pushManager && { pushManager }) };
}

async function pushManagerHere(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker?.getRegistration())?.pushManager;
}

/** Where no worker can be registered, `ready` waits for ever. */
async function here(): Promise<AlertEnvironment> {
  const limit = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('No worker came into charge.')), patience);
  });
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, limit]);
  return { base: connectBase, pushManager };
}
