import { getPayload, request } from '#src/api/client.ts';
import type { AlertRequest, AlertsPayload } from '#src/contract/alerts.ts';
import { secretHeader } from '#src/contract/application-status.ts';
import { connectCalls } from '#src/paths.ts';

/** `install`: needs the installed app (iOS). `never`: not supported. */
export type AlertsState = 'on' | 'off' | 'denied' | 'install' | 'never';

/** Stored while this device is subscribed only to news about applications. */
const onlyNewsKey = 'alertsOnlyNews';
const isForVacancies = () => localStorage.getItem(onlyNewsKey) === null;

/**
 * Stays pending without a service worker. Rejects if storage is blocked. `isOn` tells
 * whether the subscription with this endpoint covers what is asked for; by default, vacancy alerts.
 */
export async function findAlerts(isOn: (endpoint: string) => boolean = isForVacancies): Promise<AlertsState> {
  const canPush = 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
  if (!canPush) return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'never';
  if (Notification.permission === 'denied') return 'denied';
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  return subscription !== null && isOn(subscription.endpoint) ? 'on' : 'off';
}

/** Turns on alerts for vacancies. Call it in a click handler, or the browser will not show the permission prompt. */
export async function turnOn(): Promise<AlertsState> {
  return (await registerDevice()) ? 'on' : findAlerts();
}

/**
 * Registers this device for vacancies, or with a secret for news about that application. Resolves to
 * undefined without the visitor's permission.
 */
export async function registerDevice(
  secret?: string,
): Promise<{ endpoint: string; tag: string } | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const { value } = await getPayload(connectCalls.alerts);
  const { publicKey: applicationServerKey } = value as AlertsPayload;
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (secret !== undefined && before === null) localStorage.setItem(onlyNewsKey, '1');
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  try {
    const { tag = '' } = await register(subscription, secret);
    // A server of an older release has registered the device for vacancies.
    if (secret !== undefined && tag === '') throw new Error('The server does not support news.');
    if (secret === undefined) localStorage.removeItem(onlyNewsKey);
    return { endpoint: subscription.endpoint, tag };
  } catch (error) {
    if (before === null) await subscription.unsubscribe();
    throw error;
  }
}

const renewedKey = 'alertsRenewedAt';
const renewAfterMs = 7 * 86_400_000;

/** Tells the server once a week that alerts for vacancies are on: it may have dropped this device, or lost its new address. */
export async function renew(): Promise<void> {
  if (Date.now() - Number(localStorage.getItem(renewedKey)) < renewAfterMs || !isForVacancies()) return;
  const subscription = await findSubscription();
  if (!subscription) return;
  await register(subscription);
  localStorage.setItem(renewedKey, String(Date.now()));
}

/** Turns off all alerts on this device. If the DELETE is lost, the server's next push gets 410 and the server deletes the endpoint. */
export async function turnOff(): Promise<AlertsState> {
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
  if (subscription) send('DELETE', { endpoint: subscription.endpoint }).catch(console.warn);
  return 'off';
}

/** Ends news about one application. `isLast`: this device gets no news about any other. */
export async function turnOffNews(secret: string, endpoint: string, isLast: boolean): Promise<void> {
  await send('DELETE', { endpoint }, secret);
  if (isLast && !isForVacancies()) await (await findSubscription())?.unsubscribe();
}

async function findSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.pushManager?.getSubscription();
}

async function register(subscription: PushSubscription, secret?: string): Promise<Partial<AlertsPayload>> {
  const body = { subscription: subscription.toJSON() as AlertRequest['subscription'] };
  return Object((await send('POST', body, secret)).payload);
}

/** `keepalive` lets the request finish when "Delete everything" reloads the page. */
async function send(method: 'POST' | 'DELETE', body: AlertRequest | { endpoint: string }, secret?: string) {
  const headers = { 'Content-Type': 'application/json', ...(secret && { [secretHeader]: secret }) };
  const init = { method, headers, body: JSON.stringify(body), keepalive: true };
  return (await request(connectCalls.alerts, init)).body;
}
