import { expect, test, vi } from 'vitest';

import { newsPush } from '#server/hiring/push.ts';
import { pages } from '#src/paths.ts';
import { newsTitle } from '#src/words/alerts.ts';

import { becomeWorker } from './worker-scope.ts';

const origin = 'https://hcs.example';

vi.mock('../../../sw/connect-cache.ts', () => ({ refreshRead: async () => undefined }));
const shown: [title: string, options: NotificationOptions][] = [];
const opened: string[] = [];

const happen = becomeWorker({
  clients: { matchAll: async () => [], openWindow: async (url: string) => opened.push(url) },
  registration: {
    scope: `${origin}/`,
    showNotification: async (...notification: (typeof shown)[number]) => shown.push(notification),
  },
});

const { handlePushes } = await import('./push-1.0.0.ts');
handlePushes();

test('a worker of release 1.0.0 tells news of this release, and a press opens the page that asks for the link', async () => {
  await happen('push', { data: { text: () => newsPush('t1', origin) } });
  const [[title, { body, tag, data }] = ['', {}]] = shown;
  expect({ title, body, tag }).toEqual({ title: newsTitle, body: undefined, tag: 't1' });
  await happen('notificationclick', { notification: { tag, data, close: () => undefined } });
  expect(opened).toEqual([origin + pages.application.path]);
});
