import { expect, test, vi } from 'vitest';

import type { VacancyPush } from '#src/contract/alerts.ts';
import { kept, savedAtHeader } from '#src/contract/worker-messages.ts';
import { connectCalls, connectMount } from '#src/paths.ts';

import { fakeDevice, origin } from './fake-worker.ts';

const listUrl = origin + connectMount + connectCalls.jobList;

type Shown = { title: string; tag?: string; data: unknown };

/** A browser that shows notifications, one a tag, and gives a new address with each subscription. */
async function startScene() {
  const asked: unknown[] = [];
  const device = fakeDevice(() => undefined);
  let shown: Shown[] = [];
  let made = 0;
  const subscription = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint }),
    unsubscribe: async () => true,
  });
  Object.assign(device.registration, {
    getNotifications: async () => shown,
    showNotification: async (title: string, { tag, data }: NotificationOptions & { data: unknown }) => {
      shown = [...shown.filter((other) => other.tag !== tag), { title, data, ...(tag && { tag }) }];
    },
    pushManager: {
      getSubscription: async () => null,
      subscribe: async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
        made += 1;
        return subscription(`${applicationServerKey}-${made}`);
      },
    },
  });
  const started = await device.start([]);
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'POST') asked.push(JSON.parse(String(body)));
    return Response.json({ payload: { publicKey: 'key' } });
  });
  const cache = await device.caches.open(kept.connect);
  return {
    asked,
    titles: () => shown.map(({ title }) => title),
    push: (text: string) => started.happen('push', { data: { text: () => text } }),
    loseAddress: () => started.happen('pushsubscriptionchange', { oldSubscription: subscription('old') }),
    saveList: (ids: string[]) =>
      cache.put(
        listUrl,
        Response.json(
          { payload: ids.map((_id) => ({ _id, name: _id })) },
          { headers: { [savedAtHeader]: '7' } },
        ),
      ),
    savedList: async () => {
      const { payload } = Object(await (await cache.match(listUrl))?.json()) as {
        payload?: { _id: string }[];
      };
      return payload?.map(({ _id }) => _id);
    },
  };
}

function pushed(id: string): string {
  const vacancy = { _id: id, name: `Name of ${id}`, type: '', createdAt: '' };
  const message: VacancyPush = {
    web_push: 8030,
    mutable: true,
    notification: {
      title: `New vacancy: ${id}`,
      body: '',
      lang: 'en',
      tag: id,
      navigate: origin,
      data: { vacancy },
    },
  };
  return JSON.stringify(message);
}

test('each vacancy is told once, and stands in the list once', async () => {
  const scene = await startScene();
  await scene.saveList(['v1']);
  await scene.push(pushed('v2'));
  await scene.push(pushed('v3'));
  await scene.push(pushed('v3'));
  expect(scene.titles()).toEqual(['New vacancy: v2', 'New vacancy: v3']);
  expect(await scene.savedList()).toEqual(['v3', 'v2', 'v1']);
});

test('without a saved list a vacancy is told, and does not stand as the whole list', async () => {
  const scene = await startScene();
  await scene.push(pushed('v1'));
  expect(scene.titles()).toEqual(['New vacancy: v1']);
  expect(await scene.savedList()).toBeUndefined();
});

test.each(['', 'no json', 'null', '7', '{}'])(
  '%s is no message of ours; something is shown all the same',
  async (text) => {
    const scene = await startScene();
    await scene.push(text);
    expect(scene.titles()).toEqual(['There is something new on our site']);
  },
);

test('a new address of the browser takes the place of the old one', async () => {
  const scene = await startScene();
  await scene.loseAddress();
  expect(scene.asked).toEqual([{ subscription: { endpoint: 'key-1' }, replaces: 'old' }]);
});
