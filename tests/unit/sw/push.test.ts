import { expect, test, vi } from 'vitest';

import { tagOf } from '#src/contract/alerts.ts';
import { secretHeader } from '#src/contract/application-status.ts';
import { outboxSyncTag } from '#src/contract/worker-messages.ts';
import { connectCalls, followPath } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';

import { publicKey, standInForPush } from '../outbox/push-browser.ts';
import { newRecord } from '../outbox/records.ts';
import { becomeWorker } from './worker-scope.ts';

const origin = 'https://hcs.example';
const listUrl = origin + connectMount + connectCalls.jobList;
/** Stands in for the worker's request for the list. */
const refreshRead = vi.fn(async (_url: string) => undefined);
vi.mock('../../../sw/connect-cache.ts', () => ({ refreshRead: (url: string) => refreshRead(url) }));
const told: unknown[] = [];
const secret = 'S'.repeat(43);
const opened: string[] = [];
const status = { job: 'v1', createdAt: '2027-03-01T08:00:00Z', state: 'shortlisted' };
const shown: { title: string; tag?: string; renotify: boolean }[] = [];
let tabs: { url: string; focus: () => Promise<void> }[] = [];

const browser = standInForPush();
const happen = becomeWorker({
  clients: { matchAll: async () => tabs, openWindow: async (url: string) => opened.push(url) },
  registration: {
    scope: `${origin}/`,
    showNotification: async (title: string, { tag, renotify }: NotificationOptions & { renotify: boolean }) =>
      shown.push({ title, tag, renotify }),
    pushManager: browser.pushManager,
  },
  fetch: async (url: string, { body, headers }: RequestInit = {}) => {
    if (url.endsWith(connectCalls.application))
      return new Headers(headers).get(secretHeader) === secret
        ? Response.json({ payload: status })
        : Response.json({ error: 'None.' }, { status: 404 });
    if (body !== undefined) told.push(JSON.parse(String(body)));
    return Response.json({ payload: { publicKey } });
  },
});

const { outbox, sendOutboxOnSync } = await import('../../../sw/outbox-sync.ts');
const { handlePushes } = await import('../../../sw/push.ts');
handlePushes();
sendOutboxOnSync();

async function push(text: string): Promise<typeof shown> {
  shown.length = 0;
  await happen('push', { data: { text: () => text } });
  return shown;
}

const notification = { title: 'New vacancy: v1', tag: 'v1', navigate: origin };
const message = JSON.stringify({ web_push: 8030, mutable: true, notification });

test('a vacancy is announced, and the list is refreshed', async () => {
  expect(await push(message)).toEqual([{ title: 'New vacancy: v1', tag: 'v1', renotify: true }]);
  expect(refreshRead).toHaveBeenCalledWith(listUrl);
});

test('a vacancy is announced even offline', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  refreshRead.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await push(message)).toEqual([{ title: 'New vacancy: v1', tag: 'v1', renotify: true }]);
  expect(warn).toHaveBeenCalledWith(
    'What the notification is about could not be refreshed.',
    expect.anything(),
  );
});

test('a message that is not ours still shows a notification', async () => {
  const something = { title: 'There is something new on our site', tag: undefined, renotify: false };
  for (const text of ['', 'no json', 'null', '7', '{}']) expect(await push(text), text).toEqual([something]);
});

test('news is announced without any details; the status is stored, and a press opens it', async () => {
  const record = newRecord({ kind: 'apply', state: 'followed', id: 'r1', secret });
  const tag = tagOf(secret);
  const known = () => outbox.store.list().then(([one]) => one);
  await outbox.store.change(record.id, () => record);
  refreshRead.mockClear();
  const news = { title: 'News about your application', tag, navigate: `${origin}/application` };
  expect(await push(JSON.stringify({ notification: news }))).toEqual([
    { title: news.title, tag, renotify: true },
  ]);
  expect(await known()).toMatchObject({ status: { known: status, at: expect.any(Number) } });
  expect(refreshRead).not.toHaveBeenCalled();
  const press = (tag: string) =>
    happen('notificationclick', { notification: { tag, data: news, close: () => undefined } });
  await press(tag);
  await press('another');
  expect(opened).toEqual([origin + followPath('r1'), `${origin}/application`]);
  await outbox.store.change(record.id, () => ({ ...record, secret: `${tag}withdrawn` }));
  await push(JSON.stringify({ notification: news }));
  expect(await known()).toMatchObject({ status: { known: 'gone' } });
  await outbox.store.change(record.id, () => record);
});

test('a browser that has lost its subscription gets one that signs with the new keys, if the visitor still allows it', async () => {
  browser.permission = 'denied';
  await happen('pushsubscriptionchange', { oldSubscription: null });
  expect(told).toEqual([]);
  browser.permission = 'granted';
  await happen('pushsubscriptionchange', { oldSubscription: null });
  await happen('pushsubscriptionchange', { oldSubscription: null });
  const subscription = { endpoint: 'https://push.example/1' };
  expect(told).toEqual(Array(2).fill({ subscription, applications: [secret] }));
});

test('the sync tells the server at its end', async () => {
  told.length = 0;
  await happen('sync', { tag: outboxSyncTag });
  expect(told).toMatchObject([{ applications: [secret] }]);
});

test('a press focuses the tab that shows the vacancy, whatever follows its path, or this application', async () => {
  opened.length = 0;
  const focused: string[] = [];
  const other = followPath('another');
  tabs = ['/ask', '/insider/career/v1?apply=1#top', '/insider/career/v1', other, followPath('r1')].map(
    (path) => ({
      url: origin + path,
      focus: async () => void focused.push(path),
    }),
  );
  const press = (tag: string, path: string) =>
    happen('notificationclick', {
      notification: { tag, data: { navigate: origin + path }, close: () => undefined },
    });
  await press('v1', '/insider/career/v1');
  await press(tagOf(secret), '/application');
  tabs = tabs.filter(({ url }) => url !== origin + followPath('r1'));
  await press(tagOf(secret), '/application');
  await press('v2', '/insider/career/v2');
  expect(focused).toEqual(['/insider/career/v1?apply=1#top', followPath('r1')]);
  expect(opened).toEqual([origin + followPath('r1'), `${origin}/insider/career/v2`]);
});
