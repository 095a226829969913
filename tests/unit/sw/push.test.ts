import { afterAll, expect, test, vi } from 'vitest';

import { connectCalls, connectMount } from '#src/paths.ts';

import { becomeWorker } from './worker-scope.ts';

const origin = 'https://hcs.example';
const listUrl = origin + connectMount + connectCalls.jobList;
const cached = new Map<string, Response>();
const asked: unknown[] = [];
const shown: { title: string; tag?: string }[] = [];
const subscription = (endpoint: string) => ({ endpoint, toJSON: () => ({ endpoint }) });

const happen = becomeWorker({
  caches: {
    open: async () => ({
      match: async (url: string) => cached.get(url)?.clone(),
      put: async (url: string, response: Response) => cached.set(url, response),
    }),
  },
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
afterAll(() => void vi.unstubAllGlobals());

const { handlePushes } = await import('../../../sw/push.ts');
handlePushes();

async function push(text: string): Promise<typeof shown> {
  shown.length = 0;
  await happen('push', { data: { text: () => text } });
  return shown;
}

function pushed(id: string): string {
  const vacancy = { _id: id, name: `Name of ${id}`, type: '', createdAt: '' };
  const notification = { title: `New vacancy: ${id}`, tag: id, navigate: origin, data: { vacancy } };
  return JSON.stringify({ web_push: 8030, mutable: true, notification });
}

async function savedList(): Promise<string[] | undefined> {
  const { payload } = Object(await cached.get(listUrl)?.clone().json()) as { payload?: { _id: string }[] };
  return payload?.map(({ _id }) => _id);
}

test('without a saved list a vacancy is told, and does not stand as the whole list', async () => {
  expect(await push(pushed('v1'))).toEqual([{ title: 'New vacancy: v1', tag: 'v1' }]);
  expect(await savedList()).toBeUndefined();
});

test('each vacancy is told by itself, and stands in the saved list once, with the time of that', async () => {
  const headers = { 'X-Saved': '7' };
  cached.set(listUrl, Response.json({ payload: [{ _id: 'v1', name: 'One' }] }, { headers }));
  for (const id of ['v2', 'v3', 'v3'])
    expect(await push(pushed(id))).toEqual([{ title: `New vacancy: ${id}`, tag: id }]);
  expect(await savedList()).toEqual(['v3', 'v2', 'v1']);
  expect(cached.get(listUrl)?.headers.get('X-Saved')).toBe('7');
});

test.each(['', 'no json', 'null', '7', '{}'])(
  'a message that is not ours (%s) shows something all the same',
  async (text) => {
    expect(await push(text)).toEqual([{ title: 'There is something new on our site', tag: undefined }]);
  },
);

test('a new address of the browser takes the place of the old one', async () => {
  await happen('pushsubscriptionchange', { oldSubscription: subscription('old') });
  expect(asked).toEqual([{ subscription: { endpoint: 'key-1' }, replaces: 'old' }]);
});
