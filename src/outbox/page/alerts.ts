/** Turns notifications on this device on and off, tells what can be said about them, and removes followed applications. */
import { type Declarer, declare, declareIfDue, end, readDevice, wantNothing } from '#src/outbox/declare.ts';
import { alertTimeoutMs, inTime } from '#src/outbox/limits.ts';
import { type Device, newSettings, stateOf, type TopicState } from '#src/outbox/settings.ts';
import type { Submission } from '#src/outbox/submission.ts';
import { switchWords } from '#src/words/alerts.ts';

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
async function pageDeclarer(): Promise<Declarer> {
  const { pushManager: push } = await navigator.serviceWorker.ready;
  return { ...pageOutbox(), push };
}

export async function findAlerts(): Promise<Alerts> {
  const reason = unable();
  if (reason) return { unable: reason };
  if (Notification.permission !== 'granted') await wantNothing(pageOutbox());
  return { device: await readDevice(await pageDeclarer()) };
}

/** `record`: the application; by default, alerts for vacancies. */
export function alertsState({ unable, device }: Alerts, record?: Submission): TopicState | Unable {
  return device ? stateOf(device, record) : (unable ?? 'off');
}

/** Call it in a click handler, or the browser will not show the permission prompt. Returns what the visitor has to do. */
export async function turnOn(record?: Submission): Promise<string> {
  const isNew = Notification.permission !== 'granted';
  const permission = await inTime(Notification.requestPermission(), alertTimeoutMs).catch(() => 'default');
  if (permission !== 'granted') return switchWords.notAllowed;
  if (isNew) await wantNothing(pageOutbox());
  await want(true, record);
  await declare(await pageDeclarer());
  return '';
}

export async function turnOff(record?: Submission): Promise<string> {
  await want(false, record);
  await declareChange();
  return '';
}

async function want(isWanted: boolean, record?: Submission): Promise<unknown> {
  if (record?.secret) return changeFollowed(record.secret, (one) => ({ ...one, news: isWanted }));
  return pageOutbox().store.changeSettings((before = newSettings) => ({ ...before, vacancies: isWanted }));
}

/** The worker does it if this page cannot. */
async function declareChange(): Promise<void> {
  pageOutbox().onClaim();
  await renew();
}

/** Declares what the server does not know yet, or has not confirmed for `maxAgeMs`: it may have lost this device. */
export async function renew(maxAgeMs?: number): Promise<void> {
  const reason = unable();
  if (reason && reason !== 'denied') return;
  await declareIfDue(await pageDeclarer(), maxAgeMs);
}

/** An application sent twice has two records with one secret. */
export async function changeFollowed(
  secret: string,
  next: (record: Submission) => Submission | undefined,
): Promise<void> {
  const { store } = pageOutbox();
  for (const one of await store.list())
    if (one.secret === secret) await store.change(one.id, (record) => record && next(record));
}

/** Nothing is wanted of a record that is gone, so that the device's next user gets no notifications about it. */
export async function removeHere(secret: string): Promise<void> {
  await changeFollowed(secret, () => undefined);
  // The server may be told later.
  declareChange().catch(console.warn);
}

/** For "Delete everything". */
export async function endAlerts(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration?.pushManager) await end({ ...pageOutbox(), push: registration.pushManager });
}
