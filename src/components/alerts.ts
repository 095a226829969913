import { getPayload, request } from '#src/api/client.ts';
import type { AlertRequest, AlertsPayload } from '#src/contract/alerts.ts';
import { connectCalls } from '#src/paths.ts';

/** `install`: needs the installed app (iOS). `never`: not supported. */
export type AlertsState = 'on' | 'off' | 'denied' | 'install' | 'never';

/** Stays pending without a service worker. Rejects if storage is blocked. */
export async function findAlerts(): Promise<AlertsState> {
  const canPush = 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;
  if (!canPush) return 'standalone' in navigator && navigator.standalone === false ? 'install' : 'never';
  if (Notification.permission === 'denied') return 'denied';
  const { pushManager } = await navigator.serviceWorker.ready;
  return (await pushManager.getSubscription()) === null ? 'off' : 'on';
}

/** Call it in a click handler, or the browser does not show the permission prompt. */
export async function turnOn(): Promise<AlertsState> {
  if ((await Notification.requestPermission()) !== 'granted') return findAlerts();
  const { value } = await getPayload(connectCalls.alerts);
  const { publicKey: applicationServerKey } = value as AlertsPayload;
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  try {
    await register(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return 'on';
}

const renewedKey = 'alertsRenewedAt';
const renewAfterMs = 7 * 86_400_000;

/** The server may have dropped this device, or lost a new address of it: tells it once a week that alerts are on. */
export async function renew(): Promise<void> {
  if (Date.now() - Number(localStorage.getItem(renewedKey)) < renewAfterMs) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  await register(subscription);
  localStorage.setItem(renewedKey, String(Date.now()));
}

/** If the DELETE is lost, the server's next push gets 410 and the server deletes the endpoint. */
export async function turnOff(): Promise<AlertsState> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  if (subscription) send('DELETE', { endpoint: subscription.endpoint }).catch(console.warn);
  return 'off';
}

const register = (subscription: PushSubscription) =>
  send('POST', { subscription: subscription.toJSON() as AlertRequest['subscription'] });

/** `keepalive` lets the request finish when "Delete everything" reloads the page. */
async function send(method: 'POST' | 'DELETE', body: AlertRequest | { endpoint: string }): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await request(connectCalls.alerts, { method, headers, body: JSON.stringify(body), keepalive: true });
}
