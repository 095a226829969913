/** The worker's pushes as in release 1.0.0, which may meet a newer server. It never changes. */
import { alertIcon, type PushMessage } from '#src/contract/alerts.ts';
import { parse } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';
import * as notificationWords from '#src/words/alerts.ts';
import * as site from '#src/words/site.ts';

import { connectBase } from '../../../sw/connect-base.ts';
import { refreshRead } from '../../../sw/connect-cache.ts';
import { worker } from '../../../sw/worker.ts';

type PushedNotification = Partial<PushMessage['notification']>;
type Pushed = PushEvent & { notification?: PushedNotification };

export function handlePushes(): void {
  worker.addEventListener('push', (event) => event.waitUntil(announce(event)));
  worker.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)));
}

/** Safari parses the message itself and passes a notification. */
function parsePush({ data, notification }: Pushed): PushedNotification {
  return notification ?? Object(Object(parse(data?.text() ?? '')).notification);
}

/** Caches the list for a reader without a connection. */
async function announce(event: PushEvent): Promise<void> {
  await show(parsePush(event));
  await refreshRead(connectBase + connectCalls.jobList, event).catch((error: unknown) => {
    console.warn('The vacancies could not be refreshed.', error);
  });
}

/** Always shows a notification; otherwise the browser reports background activity. */
async function show({ title, body, tag, navigate = '/' }: PushedNotification): Promise<void> {
  const options = { icon: alertIcon, lang: site.lang, body, tag, data: { navigate } };
  await worker.registration.showNotification(title ?? notificationWords.unknown, options);
}

/** Never opens another origin. Reuses an open tab. */
async function open(notification: Notification): Promise<void> {
  notification.close();
  const address = location.origin + new URL(notification.data.navigate, location.origin).pathname;
  const [tab] = await worker.clients.matchAll({ type: 'window' });
  const focused = await tab?.focus();
  const isOpen = await focused?.navigate(address).catch(() => null);
  if (!isOpen) await worker.clients.openWindow(address);
}
