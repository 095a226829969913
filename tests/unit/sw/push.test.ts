import { expect, test, vi } from 'vitest';

import type { AlertDeclaration } from '#src/contract/alerts.ts';
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
const status = { job: 'v1', createdAt: '2027-03-01T08:00:00Z', state: 'shortlisted' };
const shown: { title: string; tag?: string }[] = [];
const subscription = (endpoint: string) => ({ endpoint, toJSON: () => ({ endpoint }) });
let tabs: { url: string; focus: () => Promise<void> }[] = [];

const happen = becomeWorker({
  clients: { matchAll: async () => tabs, openWindow: async (url: string) => opened.push(url) },
  registration: {
    scope: `${origin}/`,
    showNotification: async (title: string, { tag }: NotificationOptions) => shown.push({ title, tag }),
    pushManager: {
      getSubscription: async () => null,
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) =>
        subscription(`${applicationServerKey}-1`),
    },
  },
  Notification: { permission: 'granted' },
  fetch: async (url: string, { body, headers }: RequestInit = {}) => {
    if (url.endsWith(connectCalls.application))
      return new Headers(headers).get(secretHeader) === 'secret'
        ? Response.json({ payload: status })
        : Response.json({ error: 'None.' }, { status: 404 });
    if (body === undefined) return Response.json({ payload: { publicKey: 'key' } });
    const declared = JSON.parse(String(body)) as AlertDeclaration;
    asked.push(declared);
    const applications = declared.applications.map(({ tag }) => tag);
    return Response.json({ payload: { ...declared, applications, publicKey: 'key' } });
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

test('a new address is declared for what was wanted, in place of the old one', async () => {
  const settings = { v: 1, kind: 'settings', vacancies: true, number: 0, endpoint: 'old' } as const;
  await outbox.store.changeSettings(() => settings);
  await happen('pushsubscriptionchange', { oldSubscription: { endpoint: 'old' } });
  const all = { number: 1, vacancies: true, applications: [] };
  expect(asked).toEqual([{ subscription: { endpoint: 'key-1' }, replaces: 'old', ...all }]);
});

test('news is announced without any details; the status is stored, and a press opens it', async () => {
  const record = newRecord({
    kind: 'apply',
    state: 'followed',
    ...{ id: 't1', secret: 'secret', news: true },
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
  expect(opened).toEqual([origin + followPath('t1'), `${origin}/application`]);
  await outbox.store.change(record.id, () => ({ ...record, secret: 'withdrawn' }));
  await push(JSON.stringify({ notification: news }));
  expect(await known()).toMatchObject({ status: { known: 'gone' } });
  await outbox.store.change(record.id, () => record);
});

test('a new address is declared for all that is wanted, with the next number', async () => {
  asked.length = 0;
  await happen('pushsubscriptionchange', { oldSubscription: null });
  const all = { number: 2, vacancies: true, applications: [{ secret: 'secret', tag: 't1' }] };
  expect(asked).toEqual([{ subscription: { endpoint: 'key-1' }, ...all }]);
});

test('a press focuses the tab that shows the page, and leaves all others alone', async () => {
  opened.length = 0;
  const focused: string[] = [];
  tabs = ['/ask', '/insider/career/v1', '/insider/career/v1'].map((path) => ({
    url: origin + path,
    focus: async () => void focused.push(path),
  }));
  const press = (id: string) =>
    happen('notificationclick', {
      notification: { tag: id, data: { navigate: `${origin}/insider/career/${id}` }, close: () => undefined },
    });
  await press('v1');
  await press('v2');
  expect([focused, opened]).toEqual([['/insider/career/v1'], [`${origin}/insider/career/v2`]]);
});
