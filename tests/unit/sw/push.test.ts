import { expect, test, vi } from 'vitest';

import { connectCalls } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';

import { becomeWorker } from './worker-scope.ts';

const origin = 'https://hcs.example';
const listUrl = origin + connectMount + connectCalls.jobList;
/** Requests the list in the real worker. */
const refreshRead = vi.fn(async (_url: string) => undefined);
vi.mock('../../../sw/connect-cache.ts', () => ({ refreshRead: (url: string) => refreshRead(url) }));
const asked: unknown[] = [];
const shown: { title: string; tag?: string }[] = [];
const subscription = (endpoint: string) => ({ endpoint, toJSON: () => ({ endpoint }) });

const happen = becomeWorker({
  clients: { matchAll: async () => [] },
  registration: {
    scope: `${origin}/`,
    showNotification: async (title: string, { tag }: NotificationOptions) => shown.push({ title, tag }),
    pushManager: {
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) =>
        subscription(`${applicationServerKey}-1`),
    },
  },
  fetch: async (_: string, { body }: RequestInit = {}) => {
    if (body) asked.push(JSON.parse(String(body)));
    return Response.json({ payload: { publicKey: 'key' } });
  },
});

const { handlePushes } = await import('../../../sw/push.ts');
handlePushes();

async function push(text: string): Promise<typeof shown> {
  shown.length = 0;
  await happen('push', { data: { text: () => text } });
  return shown;
}

const notification = { title: 'New vacancy: v1', tag: 'v1', navigate: origin };
const message = JSON.stringify({ web_push: 8030, mutable: true, notification });

test('a vacancy is announced, and the list is requested', async () => {
  expect(await push(message)).toEqual([{ title: 'New vacancy: v1', tag: 'v1' }]);
  expect(refreshRead).toHaveBeenCalledWith(listUrl);
});

test('without a connection a vacancy is announced all the same', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  refreshRead.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await push(message)).toEqual([{ title: 'New vacancy: v1', tag: 'v1' }]);
  expect(warn).toHaveBeenCalledWith('The vacancies could not be refreshed.', expect.anything());
});

test('a message that is not ours shows something all the same', async () => {
  const something = { title: 'There is something new on our site', tag: undefined };
  for (const text of ['', 'no json', 'null', '7', '{}']) expect(await push(text), text).toEqual([something]);
});

test('a new address of the browser takes the place of the old one', async () => {
  await happen('pushsubscriptionchange', { oldSubscription: subscription('old') });
  expect(asked).toEqual([{ subscription: { endpoint: 'key-1' }, replaces: 'old' }]);
});
