import { expect, test, vi } from 'vitest';

import type { VacancyPush } from '#src/contract/alerts.ts';
import { connectCalls, connectMount } from '#src/paths.ts';

const origin = 'https://hcs.example';
const listUrl = origin + connectMount + connectCalls.jobList;
const kept = new Map<string, Response>();
const asked: unknown[] = [];
const shown: { title: string; tag?: string }[] = [];
const listeners = new Map<string, (event: object) => void>();
const subscription = (endpoint: string) => ({ endpoint, toJSON: () => ({ endpoint }) });

vi.stubGlobal('location', new URL(`${origin}/sw.js`));
vi.stubGlobal('caches', {
  open: async () => ({
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => kept.set(url, response),
  }),
});
vi.stubGlobal('self', {
  addEventListener: (type: string, hear: (event: object) => void) => listeners.set(type, hear),
  clients: { matchAll: async () => [] },
  registration: {
    showNotification: async (title: string, { tag }: NotificationOptions) => shown.push({ title, tag }),
    pushManager: {
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) =>
        subscription(`${applicationServerKey}-1`),
    },
  },
});
vi.stubGlobal('fetch', async (_: string, { body }: RequestInit = {}) => {
  if (body) asked.push(JSON.parse(String(body)));
  return Response.json({ payload: { publicKey: 'key' } });
});
const { handlePushes } = await import('../../../sw/push.ts');
handlePushes();

async function happen(type: string, more: object): Promise<void> {
  let done: Promise<unknown> | undefined;
  const waitUntil = (promise: Promise<unknown>) => {
    done = promise;
  };
  listeners.get(type)?.({ waitUntil, ...more });
  await done;
}

async function push(text: string): Promise<typeof shown> {
  shown.length = 0;
  await happen('push', { data: { text: () => text } });
  return shown;
}

function pushed(id: string): string {
  const vacancy = { _id: id, name: `Name of ${id}`, type: '', createdAt: '' };
  const notification = {
    title: `New vacancy: ${id}`,
    body: '',
    lang: 'en',
    tag: id,
    navigate: origin,
  } as const;
  const message: VacancyPush = {
    web_push: 8030,
    mutable: true,
    notification: { ...notification, data: { vacancy } },
  };
  return JSON.stringify(message);
}

async function savedList(): Promise<string[] | undefined> {
  const { payload } = Object(await kept.get(listUrl)?.clone().json()) as { payload?: { _id: string }[] };
  return payload?.map(({ _id }) => _id);
}

test('without a saved list a vacancy is told, and does not stand as the whole list', async () => {
  expect(await push(pushed('v1'))).toEqual([{ title: 'New vacancy: v1', tag: 'v1' }]);
  expect(await savedList()).toBeUndefined();
});

test('each vacancy is told by itself, and stands in the saved list once, with the time of that', async () => {
  const headers = { 'X-Saved': '7' };
  kept.set(listUrl, Response.json({ payload: [{ _id: 'v1', name: 'One' }] }, { headers }));
  for (const id of ['v2', 'v3', 'v3'])
    expect(await push(pushed(id))).toEqual([{ title: `New vacancy: ${id}`, tag: id }]);
  expect(await savedList()).toEqual(['v3', 'v2', 'v1']);
  expect(kept.get(listUrl)?.headers.get('X-Saved')).toBe('7');
});

test.each(['', 'no json', 'null', '7', '{}'])(
  '%s is no message of ours; something is shown all the same',
  async (text) => {
    expect(await push(text)).toEqual([{ title: 'There is something new on our site', tag: undefined }]);
  },
);

test('a new address of the browser takes the place of the old one', async () => {
  await happen('pushsubscriptionchange', { oldSubscription: subscription('old') });
  expect(asked).toEqual([{ subscription: { endpoint: 'key-1' }, replaces: 'old' }]);
});
