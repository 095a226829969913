import 'fake-indexeddb/auto';

import { expect, test, vi } from 'vitest';

import { secretHeader } from '#src/contract/application-status.ts';
import { connectCalls, followPath } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';

import { newRecord } from '../outbox/records.ts';
import { becomeWorker } from './worker-scope.ts';

const origin = 'https://hcs.example';
const listUrl = origin + connectMount + connectCalls.jobList;
/** Stands in for the worker's request for the list. */
const refreshRead = vi.fn(async (_url: string) => undefined);
vi.mock('../../../sw/connect-cache.ts', () => ({ refreshRead: (url: string) => refreshRead(url) }));
const asked: unknown[] = [];
const opened: string[] = [];
/** The tag that the server gives; none by an older release. */
let tag: string | undefined = 't2';
const status = { job: 'v1', createdAt: '2027-03-01T08:00:00Z', state: 'shortlisted' };
const shown: { title: string; tag?: string }[] = [];
const subscription = (endpoint: string) => ({ endpoint, toJSON: () => ({ endpoint }) });

const happen = becomeWorker({
  clients: { matchAll: async () => [], openWindow: async (url: string) => opened.push(url) },
  registration: {
    scope: `${origin}/`,
    showNotification: async (title: string, { tag }: NotificationOptions) => shown.push({ title, tag }),
    pushManager: {
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) =>
        subscription(`${applicationServerKey}-1`),
    },
  },
  fetch: async (url: string, { body, headers }: RequestInit = {}) => {
    const own = new Headers(headers).get(secretHeader);
    if (body) asked.push({ ...JSON.parse(String(body)), ...(own && { own }) });
    if (url.endsWith(connectCalls.application))
      return own === 'secret'
        ? Response.json({ payload: status })
        : Response.json({ error: 'None.' }, { status: 404 });
    return Response.json({ payload: { publicKey: 'key', ...(own && { tag }) } });
  },
});

const { outbox } = await import('../../../sw/outbox-sync.ts');
const { handlePushes } = await import('../../../sw/push.ts');
handlePushes();

async function push(text: string): Promise<typeof shown> {
  shown.length = 0;
  await happen('push', { data: { text: () => text } });
  return shown;
}

const notification = { title: 'New vacancy: v1', tag: 'v1', navigate: origin };
const message = JSON.stringify({ web_push: 8030, mutable: true, notification });

test('a vacancy is announced, and the list is refreshed', async () => {
  expect(await push(message)).toEqual([{ title: 'New vacancy: v1', tag: 'v1' }]);
  expect(refreshRead).toHaveBeenCalledWith(listUrl);
});

test('a vacancy is announced even offline', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  refreshRead.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await push(message)).toEqual([{ title: 'New vacancy: v1', tag: 'v1' }]);
  expect(warn).toHaveBeenCalledWith(
    'What the notification is about could not be refreshed.',
    expect.anything(),
  );
});

test('a message that is not ours still shows a notification', async () => {
  const something = { title: 'There is something new on our site', tag: undefined };
  for (const text of ['', 'no json', 'null', '7', '{}']) expect(await push(text), text).toEqual([something]);
});

test("the browser's new address replaces the old one", async () => {
  await happen('pushsubscriptionchange', { oldSubscription: subscription('old') });
  expect(asked).toEqual([{ subscription: { endpoint: 'key-1' }, replaces: 'old' }]);
});

test('news is announced without any details; the status is stored, and a press opens it', async () => {
  const record = newRecord({
    kind: 'apply',
    state: 'followed',
    ...{ secret: 'secret', news: { endpoint: 'key-0', tag: 't1' } },
  });
  const known = () => outbox.store.list().then(([one]) => one);
  await outbox.store.change(record.id, () => record);
  refreshRead.mockClear();
  const news = { title: 'News about your application', tag: 't1', navigate: `${origin}/application` };
  expect(await push(JSON.stringify({ notification: news }))).toEqual([{ title: news.title, tag: 't1' }]);
  expect(await known()).toMatchObject({ status: { known: status, at: expect.any(Number) } });
  expect(refreshRead).not.toHaveBeenCalled();
  const press = (tag: string) =>
    happen('notificationclick', { notification: { tag, data: news, close: () => undefined } });
  await press('t1');
  await press('another');
  expect(opened).toEqual([origin + followPath('secret'), `${origin}/application`]);
  await outbox.store.change(record.id, () => ({ ...record, secret: 'withdrawn' }));
  await push(JSON.stringify({ notification: news }));
  expect(await known()).toMatchObject({ status: { known: 'gone' } });
  await outbox.store.change(record.id, () => record);
});

test('a new address is registered for news as well, and for nothing else where the old one is not told', async () => {
  asked.length = 0;
  await happen('pushsubscriptionchange', { oldSubscription: subscription('key-0') });
  const forNews = { subscription: { endpoint: 'key-1' }, own: 'secret' };
  expect(asked).toEqual([{ subscription: { endpoint: 'key-1' }, replaces: 'key-0' }, forNews]);
  asked.length = 0;
  await happen('pushsubscriptionchange', { oldSubscription: null });
  expect(asked).toEqual([forNews]);
  const [record] = await outbox.store.list();
  expect(record).toMatchObject({ news: { endpoint: 'key-1', tag: 't2' } });
  tag = undefined;
  await happen('pushsubscriptionchange', { newSubscription: subscription('key-2') });
  expect(await outbox.store.list()).toEqual([record]);
});
