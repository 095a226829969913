/** Turns notifications on this device on and off, and tells what can be said about them. */
import { declare, declareIfDue, declarerOf, end, endUnwanted, readDevice } from '#src/outbox/declare.ts';
import { type Device, newSettings, stateOf, type TopicState } from '#src/outbox/settings.ts';
import type { Submission } from '#src/outbox/submission.ts';

import { pageOutbox } from './outbox.ts';

/** `install`: needs the installed app (iOS). `never`: not supported. `denied`: the visitor's settings forbid it. */
type Unable = 'denied' | 'install' | 'never';

export type Alerts = { unable?: Unable; device?: Device };

function unable(): Unable | undefined {
  const canPush = 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
  if (!canPush) return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'never';
  return Notification.permission === 'denied' ? 'denied' : undefined;
}

/** Stays pending without a service worker. Rejects if storage is blocked. */
async function pageDeclarer() {
  const { pushManager } = await navigator.serviceWorker.ready;
  return declarerOf(pageOutbox(), pushManager);
}

export async function findAlerts(): Promise<Alerts> {
  const reason = unable();
  return reason ? { unable: reason } : { device: await readDevice(await pageDeclarer()) };
}

/** `record`: the application; by default, alerts for vacancies. Without permission nothing that is wanted can start. */
export function alertsState({ unable, device }: Alerts, record?: Submission): TopicState | Unable {
  if (unable || device === undefined) return unable ?? 'off';
  const state = stateOf(device, record?.id);
  return Notification.permission === 'granted' || state === 'ending' ? state : 'off';
}

/** Call it in a click handler, or the browser will not show the permission prompt. */
export async function turnOn(record?: Submission): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return;
  await want(true, record);
  await declare(await pageDeclarer());
}

export async function turnOff(record?: Submission): Promise<void> {
  await want(false, record);
  await declareWanted();
}

async function want(isWanted: boolean, record?: Submission): Promise<void> {
  const { store } = pageOutbox();
  if (record === undefined) {
    const isSubscribed = (await findAlerts()).device?.endpoint !== undefined;
    await store.changeSettings((before) => ({
      ...(before ?? newSettings(isSubscribed)),
      vacancies: isWanted,
    }));
    return;
  }
  await store.changeSettings((before) => before ?? newSettings(false));
  for (const { id, secret } of await store.list())
    if (secret === record.secret) await store.change(id, (one) => one && { ...one, news: isWanted });
}

/** After a change: ends the subscription at once if nothing is wanted. Otherwise the server has to know. */
export async function declareWanted(): Promise<void> {
  if (unable()) return;
  pageOutbox().onClaim();
  const declarer = await pageDeclarer();
  await endUnwanted(declarer);
  await declareIfDue(declarer);
}

/** Declares what the server does not know yet, or has not confirmed for `maxAgeMs`: it may have lost this device. */
export async function renew(maxAgeMs?: number): Promise<void> {
  if (unable() || Notification.permission !== 'granted') return;
  await declareIfDue(await pageDeclarer(), maxAgeMs);
}

/** For "Delete everything". */
export async function endAlerts(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.pushManager) await end(declarerOf(pageOutbox(), registration.pushManager));
}
