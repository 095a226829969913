import { describe, expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';

import { startListener } from '../kit/listener.ts';
import { answered, moveClock, openApp, setClock, stores, testClock } from './store.ts';

const post = (title: string) => `---\ntype: blog\nid: pump\ntitle: ${title}\n---\nText\n`;
const places = ['/media-room/pump', '/media-room/filter/blog', '/blog.xml', '/connect/v1/media/pump'];
const openSite = (settings = {}) => openApp(settings, { distDir: builtSite, clock: testClock });

describe.each(stores)('on $name', ({ newStore }) => {
  test('what is cached shows a change after a second, on every server', async () => {
    setClock(Date.now());
    const one = await openSite(await newStore());
    const other = await openSite(one.settings);
    const titles = async () =>
      (
        await Promise.all(
          [one, other].flatMap(({ get }) =>
            places.map(async (url) => /(First|Second) title/.exec((await get(url)).body)?.[1]),
          ),
        )
      ).join(' ');
    await one.publish(post('First title'));
    const first = await titles();
    expect(first).toBe(Array(8).fill('First').join(' '));
    await one.publish(post('Second title'), 'publish', '--replace');
    moveClock(1_000);
    expect(await titles()).toBe(first);
    moveClock(1);
    expect(await titles()).toBe(first.replaceAll('First', 'Second'));
  });

  test('what is missing is there as soon as it is published', async () => {
    setClock(Date.now());
    const { get, publish } = await openSite(await newStore());
    for (const url of ['/media-room/pump', '/connect/v1/media/pump']) await answered(404, get(url));
    await publish(post('First title'));
    for (const url of ['/media-room/pump', '/connect/v1/media/pump']) await answered(200, get(url));
  });
});

test('a cached answer is made of no other cached answer', async () => {
  setClock(Date.now());
  const { get, publish } = await openSite();
  await publish(post('First title'));
  await answered(200, get('/connect/v1/media/pump'));
  await publish(post('Second title'), 'publish', '--replace');
  expect((await get('/media-room/pump')).body).toContain('Second title');
});

test("a provider's page that came as its shell is whole as soon as the provider answers", async () => {
  let isAway = true;
  const provider = await startListener((_, response) =>
    isAway ? response.writeHead(500).end() : response.end('{"payload":[]}'),
  );
  setClock(Date.now());
  const { get } = await openSite({ CONNECT_UPSTREAM: provider.url });
  expect((await get('/insider/career')).body).not.toContain('server-data');
  isAway = false;
  expect((await get('/insider/career')).body).toContain('server-data');
  await provider[Symbol.asyncDispose]();
});
