import { describe, expect, test } from 'vitest';

import { answered, moveClock, openApp, openProxy, setClock, stores, testClock } from './store.ts';
import { withSite } from './with-site.ts';

const post = (title: string) => ({ id: 'pump', title });
const places = ['/media-room/pump', '/media-room/filter/blog', '/blog.xml', '/connect/v1/media/pump'];
const options = { ...withSite, clock: testClock };
const openSite = (settings = {}) => openApp(settings, options);

describe.each(stores)('on $name', ({ newStore }) => {
  test('on every server a new article appears at once when it is published, and a change after a second', async () => {
    setClock(Date.now());
    const one = await openSite(await newStore());
    const other = await openSite(one.settings);
    const expectEverywhere = async (title: string) => {
      for (const { get } of [one, other])
        for (const url of places) expect((await get(url)).body, url).toContain(title);
    };
    for (const url of ['/media-room/pump', '/connect/v1/media/pump']) await answered(404, one.get(url));
    await one.publish(post('First title'));
    await expectEverywhere('First title');
    await one.publish(post('Second title'));
    moveClock(1_000);
    await expectEverywhere('First title');
    moveClock(1);
    await expectEverywhere('Second title');
  });
});

test('a cached answer is not built from another cached answer', async () => {
  setClock(Date.now());
  const { get, publish } = await openSite();
  await publish(post('First title'));
  await answered(200, get('/connect/v1/media/pump'));
  await publish(post('Second title'));
  expect((await get('/media-room/pump')).body).toContain('Second title');
});

test("a provider's page sent as a shell is complete as soon as the provider answers", async () => {
  setClock(Date.now());
  const { get, provider } = await openProxy((_, response) => response.writeHead(500).end(), options);
  expect((await get('/insider/career')).body).not.toContain('server-data');
  provider.answer = (_, response) => response.end('{"payload":[]}');
  expect((await get('/insider/career')).body).toContain('server-data');
});
