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

/** Stores what the push is about, so that it can be read without a connection. */
async function announce(event: PushEvent): Promise<void> {
  const pushed = parsePush(event);
  await show(pushed);
  const record = await followedBy(pushed.tag);
  const refreshed = record ? storeStatus(record) : refreshRead(connectBase + connectCalls.jobList, event);
  await refreshed.catch((error: unknown) => {
    console.warn('What the notification is about could not be refreshed.', error);
  });
}

/** Finds the application whose pushes have this tag. */
async function followedBy(tag?: string): Promise<Submission | undefined> {
  return (await listed()).find(({ news }) => news !== undefined && news.tag === tag);
}

/** Empty if storage is blocked. */
const listed = () => outbox.store.list().catch(() => []);

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

/** The browser has replaced the subscription; Chrome does not tell which (https://chromestatus.com/feature/5147683423256576). */
async function subscribeAgain(event: PushSubscriptionChangeEvent): Promise<void> {
  const { payload } = (await (await fetch(alertsUrl)).json()) as { payload: AlertsPayload };
  const options = { userVisibleOnly: true, applicationServerKey: payload.publicKey };
  const subscription = event.newSubscription ?? (await worker.registration.pushManager.subscribe(options));
  const { endpoint } = subscription;
  const replaces = event.oldSubscription?.endpoint;
  const followed = (await listed()).filter(({ news }) => news !== undefined);
  // The device may be for news only; if not, the page renews alerts for vacancies.
  if (replaces !== undefined || followed.length === 0) await register({ subscription, replaces });
  for (const { id, secret = '' } of followed) {
    const { tag } = await register({ subscription }, { [secretHeader]: secret });
    if (tag) await outbox.store.change(id, (record) => record && { ...record, news: { endpoint, tag } });
  }
}

async function register(request: object, secret?: Record<string, string>): Promise<Partial<AlertsPayload>> {
  const headers = { 'Content-Type': 'application/json', ...secret };
  const response = await fetch(alertsUrl, { method: 'POST', headers, body: JSON.stringify(request) });
  return Object((await parseResponse(response)).body.payload);
}
