import 'fake-indexeddb/auto';

import { clear, get, set } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';

import { type VacancyPush, vacancyTag } from '#src/contract/alerts.ts';
import { kept, savedAtHeader } from '#src/contract/worker-messages.ts';
import { openDatabase } from '#src/outbox/database.ts';
import { connectCalls, connectMount } from '#src/paths.ts';

import { fakeDevice, origin } from './fake-worker.ts';

const listUrl = origin + connectMount + connectCalls.jobList;
const database = openDatabase('hcs-alerts', 'relaxed');
const known = { endpoint: 'old', kinds: ['internship'], publicKey: 'key', sentAt: 5 };

type Shown = { title: string; tag?: string; data: unknown };

/** A browser that shows notifications, one a tag, and gives a new address with each subscription. */
async function startScene(serviceKey = 'key') {
  const asked: { method: string; body: unknown }[] = [];
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
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit) => {
    asked.push({ method, body: JSON.parse(String(body)) });
    return Response.json({ payload: { publicKey: serviceKey } });
  });
  const cache = await device.caches.open(kept.connect);
  return {
    asked,
    titles: () => shown.map(({ title }) => title),
    push: (id: string) => started.happen('push', { data: { text: () => pushed(id) } }),
    loseAddress: () => started.happen('pushsubscriptionchange'),
    saveList: (ids: string[]) =>
      cache.put(
        listUrl,
        Response.json({ payload: ids.map((_id) => ({ _id })) }, { headers: { [savedAtHeader]: '7' } }),
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
      tag: vacancyTag,
      navigate: origin,
      data: { vacancy, list: '/insider/career' },
    },
  };
  return JSON.stringify(message);
}

beforeEach(() => clear(database));

test('two pushes at once are both told, and both in the list', async () => {
  const scene = await startScene();
  await scene.saveList(['v1']);
  await Promise.all([scene.push('v2'), scene.push('v3')]);
  expect(scene.titles()).toEqual(['2 new vacancies']);
  expect(await scene.savedList()).toEqual(['v3', 'v2', 'v1']);
});

test('without a saved list a vacancy is told, and does not stand as the whole list', async () => {
  const scene = await startScene();
  await scene.push('v1');
  expect(scene.titles()).toEqual(['New vacancy: v1']);
  expect(await scene.savedList()).toBeUndefined();
});

test('a new address is given with the kinds of work, and made with the key that the service has now', async () => {
  const scene = await startScene('newer');
  await set('address', known, database);
  await scene.loseAddress();
  const posts = scene.asked.map(({ body }) => body);
  expect(posts).toEqual([
    { subscription: { endpoint: 'key-1' }, kinds: known.kinds, replaces: 'old' },
    { subscription: { endpoint: 'newer-2' }, kinds: known.kinds, replaces: 'key-1' },
  ]);
  expect(await get('address', database)).toMatchObject({ endpoint: 'newer-2', publicKey: 'newer' });
});

test('alerts that are off are not brought back by a new address', async () => {
  const scene = await startScene();
  await set('address', { ...known, isOff: true }, database);
  await scene.loseAddress();
  expect(scene.asked).toEqual([{ method: 'DELETE', body: { endpoint: 'old' } }]);
  expect(await get('address', database)).toBeUndefined();
});
