import { expect, test, vi } from 'vitest';

import { fakeDevice, html, listed, type Network, origin, page } from './fake-worker.ts';

const missing = page('Not found');
const list = `${origin}/connect/v1/media-room/press/0`;
const answer = () => new Response('{"payload":[]}', { headers: { 'Content-Type': 'application/json' } });

/** A network that answers one address only once it is let. */
function heldNetwork(held: string, late: () => Response) {
  let answerNow = () => {};
  const isLet = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  const network: Network = (path) => {
    if (path.startsWith(held)) return isLet.then(late);
    if (path.endsWith('.js')) return new Response('1', { headers: { 'Content-Type': 'text/javascript' } });
    return path.startsWith('/404.html') ? html(missing) : html(page('Team'));
  };
  const device = fakeDevice(network);
  return {
    device,
    answerNow: () => answerNow(),
    asked: () => device.seen.some((path) => path.startsWith(held)),
  };
}

const files = async () => [
  await listed('404.html', missing),
  await listed('team.html', page('Team')),
  await listed('career.html', page('Team')),
  { ...(await listed('assets/later-12345678.js', '1')), later: true as const },
];

async function deleteAll(device: ReturnType<typeof fakeDevice>): Promise<void> {
  for (const name of await device.caches.names()) await device.caches.delete(name);
}

test.each([
  ['an article', '/connect/', answer, { urls: [list], site: false, articles: true }],
  ['a page', '/team', () => html(page('Team')), { urls: [], site: true }],
] as const)('%s that is on its way while everything is deleted is not kept', async (_, held, late, what) => {
  const { device, answerNow, asked } = heldNetwork(held, late);
  const worker = await device.start(await files());
  const keeping = worker.ask({ type: 'keep', ...what, urls: [...what.urls] });
  await vi.waitFor(() => expect(asked()).toBe(true));
  await worker.ask({ type: 'forget' });
  await deleteAll(device);
  const paid = device.seen.length;
  answerNow();
  expect(await keeping).toBe('nothing');
  expect(device.seen, 'nothing more is paid for').toHaveLength(paid);
  expect(device.caches.all()).toEqual([]);
});

test('an installation under way ends where everything is deleted', async () => {
  const { device, answerNow, asked } = heldNetwork('/team', () => html(page('Team')));
  const worker = await device.start(await files());
  const installing = worker.install();
  const ended = expect(installing).rejects.toThrow();
  await vi.waitFor(() => expect(asked()).toBe(true));
  await worker.ask({ type: 'forget' });
  await deleteAll(device);
  answerNow();
  await ended;
  expect(device.caches.all()).toEqual([]);
});

test('a worker that was woken after the deletion keeps nothing by itself, and all again for a new document', async () => {
  const { device } = heldNetwork('/nowhere', () => html(''));
  const worker = await device.start(await files());
  await worker.open('/team');
  expect(device.caches.all()).toEqual([]);
  await worker.ask({ type: 'forget' });
  expect(await worker.ask({ type: 'keep', urls: [`${origin}/team`], site: true })).toBe('site');
  expect(device.caches.all()).toHaveLength(3);
});
