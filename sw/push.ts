import { alertIcon, type PushMessage } from '#src/contract/alerts.ts';
import { parseApplicationStatus, secretHeader } from '#src/contract/application-status.ts';
import { isMissing, parse, parseResponse } from '#src/contract/response.ts';
import { subscribe } from '#src/outbox/alerts.ts';
import type { Submission } from '#src/outbox/submission.ts';
import { connectCalls, followPath, pages } from '#src/paths.ts';
import * as notificationWords from '#src/words/alerts.ts';
import * as site from '#src/words/site.ts';

import { connectBase } from './connect-base.ts';
import { refreshRead } from './connect-cache.ts';
import { mayNotify, outbox } from './outbox-sync.ts';
import { worker } from './worker.ts';

type PushedNotification = Partial<PushMessage['notification']>;
type Pushed = PushEvent & { notification?: PushedNotification };

export function handlePushes(): void {
  worker.addEventListener('push', (event) => event.waitUntil(announce(event)));
  worker.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const subscribing = mayNotify() && subscribe(outbox, worker.registration.pushManager);
    (event as PushSubscriptionChangeEvent).waitUntil(Promise.resolve(subscribing));
  });
}

/** Stores what the push is about, so that it can be read without a connection. */
async function announce(event: PushEvent): Promise<void> {
  // Safari parses the message itself and passes a notification.
  const { data, notification }: Pushed = event;
  const pushed: PushedNotification = notification ?? Object(Object(parse(data?.text() ?? '')).notification);
  await show(pushed);
  const record = await followedBy(pushed.tag);
  const refreshed = record ? storeStatus(record) : refreshRead(connectBase + connectCalls.jobList, event);
  await refreshed.catch((error: unknown) => {
    console.warn('What the notification is about could not be refreshed.', error);
  });
}

/** Finds the application whose secret begins with this tag. Undefined if storage is blocked. */
async function followedBy(tag?: string): Promise<Submission | undefined> {
  return (await outbox.store.list().catch(() => [])).find(({ secret }) => tag && secret?.startsWith(tag));
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
  // Without `renotify` a second one with its tag is silent; without a tag it throws.
  const renotify = Boolean(tag);
  const options = { icon: alertIcon, lang: site.lang, body, tag, renotify, data: { navigate } };
  await worker.registration.showNotification(title ?? notificationWords.unknown, options);
}

/** Opens our page, or focuses the tab that shows it. Never opens another origin, and never replaces another page. */
async function open(notification: Notification): Promise<void> {
  notification.close();
  const record = await followedBy(notification.tag);
  const { pathname } = new URL(notification.data.navigate, location.origin);
  const wanted = new URL(record ? followPath(record.id) : pathname, location.origin);
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = tabs.find((tab) => {
    const { pathname, hash } = new URL(tab.url);
    return pathname === wanted.pathname && (hash === wanted.hash || pathname !== pages.application.path);
  });
  await (shown ? shown.focus() : worker.clients.openWindow(wanted.href));
}
