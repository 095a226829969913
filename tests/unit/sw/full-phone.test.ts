import { beforeEach, expect, test } from 'vitest';

import { fakeDevice, html, listed, origin, page } from './fake-worker.ts';

const missing = page('Not found');
const lists = ['job-list', 'media-room/press/0'].map((call) => `${origin}/connect/v1/${call}`);
const picture = `${origin}/uploads/a.png`;
const [jobs = ''] = lists;
const ofAge = (age: string) => new Response(JSON.stringify({ payload: [age] }));

let device: ReturnType<typeof fakeDevice>;
let keepAnew: (url: string) => Promise<unknown>;

/** Two lists and a picture are kept, and the network has newer ones. */
beforeEach(async () => {
  device = fakeDevice((path) => {
    if (path.startsWith('/404')) return html(missing);
    return path.endsWith('.png')
      ? new Response('new', { headers: { 'Content-Type': 'image/png' } })
      : ofAge('new');
  });
  const worker = await device.start([await listed('404.html', missing)]);
  await worker.ask({ type: 'keep', urls: [], site: false });
  const connect = await device.caches.open('connect');
  for (const list of lists) await connect.put(list, ofAge('old'));
  await (await device.caches.open('images')).put(picture, new Response('old'));
  keepAnew = (url) => worker.ask({ type: 'keep', urls: [url], site: false, articles: true });
});

const keptOf = async (url: string) => (await device.caches.match(url))?.text();
const areListsKept = async () =>
  (await Promise.all(lists.map(keptOf))).filter((text) => text?.includes('payload')).length === lists.length;

test('a list that has no room gets that of the pictures, and nothing else goes', async () => {
  device.caches.room.isLeft = (name) => name !== 'connect' || !device.caches.all().includes('/uploads/a.png');
  await keepAnew(jobs);
  expect(await keptOf(jobs)).toContain('new');
  expect(await keptOf(picture)).toBeUndefined();
  expect(await areListsKept()).toBe(true);
});

test('a picture that has no room takes that of no list', async () => {
  device.caches.room.isLeft = (name) => name !== 'images';
  await keepAnew(picture);
  expect(device.seen).toContain('/uploads/a.png');
  expect(await areListsKept()).toBe(true);
});

test('where there is no room at all the old copy stays, and the page hears that it is one', async () => {
  device.caches.room.isLeft = () => false;
  await keepAnew(jobs);
  expect(await keptOf(jobs)).toContain('old');
  expect(device.told).toContainEqual({ type: 'connect-failed', call: '/job-list', answered: true });
});
