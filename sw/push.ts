import { type AlertsPayload, alertIcon, type PushMessage } from '#src/contract/alerts.ts';
import { parseApplicationStatus, secretHeader } from '#src/contract/application-status.ts';
import { isMissing, parse, parseResponse } from '#src/contract/response.ts';
import type { Submission } from '#src/outbox/submission.ts';
import { connectCalls, followPath } from '#src/paths.ts';
import * as notificationWords from '#src/words/alerts.ts';
import * as site from '#src/words/site.ts';

import { connectBase } from './connect-base.ts';
import { refreshRead } from './connect-cache.ts';
import { outbox } from './outbox-sync.ts';
import { worker } from './worker.ts';

const alertsUrl = connectBase + connectCalls.alerts;

type PushedNotification = Partial<PushMessage['notification']>;
type Pushed = PushEvent & { notification?: PushedNotification };

export function handlePushes(): void {
  worker.addEventListener('push', (event) => event.waitUntil(announce(event)));
  worker.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));
  worker.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(subscribeAgain(event as PushSubscriptionChangeEvent)),
  );
}

/** Safari parses the message itself and passes a notification. */
function parsePush({ data, notification }: Pushed): PushedNotification {
  return notification ?? Object(Object(parse(data?.text() ?? '')).notification);
}

/** Shows the notification, and stores what it is about for reading offline. */
async function announce(event: PushEvent): Promise<void> {
  const pushed = parsePush(event);
  await show(pushed);
  const record = await followedBy(pushed.tag);
  const refreshed = record ? storeStatus(record) : refreshRead(connectBase + connectCalls.jobList, event);
  await refreshed.catch((error: unknown) => {
    console.warn('What the notification is about could not be refreshed.', error);
  });
}

/** The followed application whose notifications have this tag. */
async function followedBy(tag?: string): Promise<Submission | undefined> {
  const all = await outbox.store.list().catch(() => []);
  return all.find(({ news }) => news !== undefined && news.tag === tag);
}

async function storeStatus({ id, secret = '' }: Submission): Promise<void> {
  const headers = { [secretHeader]: secret };
  const url = connectBase + connectCalls.application;
  const { status, body } = await parseResponse(await fetch(url, { headers, cache: 'no-store' }));
  const known = isMissing(status, body) ? 'gone' : parseApplicationStatus(body.payload);
  if (known === null) throw new Error(`The status request returned ${status}.`);
  await outbox.store.change(id, (record) => record && { ...record, status: { known, at: outbox.now() } });
}

/** Always shows a notification; otherwise the browser reports background activity. */
async function show({ title, body, tag, navigate = '/' }: PushedNotification): Promise<void> {
  const options = { icon: alertIcon, lang: site.lang, body, tag, data: { navigate } };
  await worker.registration.showNotification(title ?? notificationWords.unknown, options);
}

/** Never opens another origin. Reuses an open tab. */
async function open(notification: Notification): Promise<void> {
  notification.close();
  const { secret } = (await followedBy(notification.tag)) ?? {};
  const path = secret ? followPath(secret) : new URL(notification.data.navigate, location.origin).pathname;
  const address = location.origin + path;
  const [tab] = await worker.clients.matchAll({ type: 'window' });
  const focused = await tab?.focus();
  const isOpen = await focused?.navigate(address).catch(() => null);
  if (!isOpen) await worker.clients.openWindow(address);
}

/** The browser has replaced the subscription. */
async function subscribeAgain(event: PushSubscriptionChangeEvent): Promise<void> {
  const { payload } = (await (await fetch(alertsUrl)).json()) as { payload: AlertsPayload };
  const options = { userVisibleOnly: true, applicationServerKey: payload.publicKey };
  const subscription = event.newSubscription ?? (await worker.registration.pushManager.subscribe(options));
  const { endpoint } = subscription;
  const replaces = event.oldSubscription?.endpoint;
  const body = JSON.stringify({ subscription, replaces });
  await fetch(alertsUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  for (const { id, news } of await outbox.store.list())
    if (news && news.endpoint === replaces)
      await outbox.store.change(id, (record) => record && { ...record, news: { ...news, endpoint } });
}
