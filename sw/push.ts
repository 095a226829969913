import { type AlertsPayload, alertIcon, type VacancyPush } from '#src/contract/alerts.ts';
import { parse } from '#src/contract/answer.ts';
import { readVacancies, type Vacancy } from '#src/contract/vacancy.ts';
import { kept } from '#src/contract/worker-messages.ts';
import { connectCalls } from '#src/paths.ts';

import { connectBase } from './connect-base.ts';
import { tellPages, worker } from './worker.ts';

const alertsUrl = connectBase + connectCalls.alerts;

type Pushed = Partial<VacancyPush['notification']>;

export function tellOfVacancies(): void {
  worker.addEventListener('push', (event) => event.waitUntil(tell(readPush(event))));
  worker.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));
  worker.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(subscribeAgain(event as PushSubscriptionChangeEvent)),
  );
}

/** Safari has read the message already and hands on the notification that it would show without us. */
function readPush({ data, notification }: PushEvent & { notification?: Pushed }): Pushed {
  return notification ?? Object(Object(parse(data?.text() ?? '')).notification);
}

/** Every push shows something, or the browser would say that we work in the background. */
async function tell({ title, body, tag, navigate = '/', data }: Pushed): Promise<void> {
  const options = { icon: alertIcon, lang: 'en', body, tag, data: { navigate } };
  await worker.registration.showNotification(title ?? 'There is something new on our site', options);
  await Promise.all(readVacancies([data?.vacancy]).map(saveVacancy));
}

/** Into the saved list, until the next refresh brings the list as it is. */
async function saveVacancy(vacancy: Vacancy): Promise<void> {
  const url = connectBase + connectCalls.jobList;
  const cache = await caches.open(kept.connect);
  const copy = await cache.match(url);
  const list = readVacancies(Object(await copy?.json()).payload);
  if (copy === undefined || list.some(({ _id }) => _id === vacancy._id)) return;
  await cache.put(url, new Response(JSON.stringify({ payload: [vacancy, ...list] }), copy));
  await tellPages('CACHE_UPDATED', url);
}

/** On this site, whatever a message says; in one of our tabs, else in a new one. */
async function open(notification: Notification): Promise<void> {
  notification.close();
  const address = location.origin + new URL(notification.data.navigate, location.origin).pathname;
  const [tab] = await worker.clients.matchAll({ type: 'window' });
  const front = await tab?.focus();
  const isThere = await front?.navigate(address).catch(() => null);
  if (!isThere) await worker.clients.openWindow(address);
}

/** The browser has changed its address. */
async function subscribeAgain(event: PushSubscriptionChangeEvent): Promise<void> {
  const { payload } = (await (await fetch(alertsUrl)).json()) as { payload: AlertsPayload };
  const options = { userVisibleOnly: true, applicationServerKey: payload.publicKey };
  const subscription = event.newSubscription ?? (await worker.registration.pushManager.subscribe(options));
  const body = JSON.stringify({ subscription, replaces: event.oldSubscription?.endpoint });
  await fetch(alertsUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}
