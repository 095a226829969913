import { expect, test } from 'vitest';

import { onPressMark, saveDataMark } from '#src/contract/worker-messages.ts';

import { fakeDevice, html, listed, origin, page } from './fake-worker.ts';

const bodies = ['404', 'index', 'team', 'needed'];

async function start() {
  const device = fakeDevice((path) => html(page(path.slice(1).replace('.html', ''))));
  const files = await Promise.all(bodies.map((name) => listed(`${name}.html`, page(name))));
  const worker = await device.start(
    files.map((file) => (file.url === 'needed.html' ? { ...file, always: true } : file)),
  );
  return { worker, kept: () => device.caches.all().map((url) => url.replace(/\?.*/, '')), device };
}

test('who saves data gets the page at hand, and what nobody may lack', async () => {
  const { worker, kept, device } = await start();
  await (await device.caches.open(saveDataMark.cacheName)).put(saveDataMark.url, new Response('yes'));
  await worker.install();
  expect(kept().toSorted()).toEqual(['/404.html', '/index.html', '/needed.html', '/save-data']);
});

test('what nobody may lack comes with any page that is kept', async () => {
  const { worker, kept } = await start();
  expect(await worker.ask({ type: 'keep', urls: [`${origin}/team`], site: false })).toBe('page');
  expect(kept().toSorted()).toEqual(['/404.html', '/needed.html', '/team.html']);
});

test('no picture is fetched for keeping while pictures wait for a press; one that was pressed for is', async () => {
  const { worker, device } = await start();
  await (await device.caches.open(onPressMark.cacheName)).put(onPressMark.url, new Response('yes'));
  const picture = `${origin}/uploads/a.webp`;
  expect(await worker.ask({ type: 'keep', urls: [`${origin}/team`, picture], site: false })).toBe('page');
  expect(device.seen).not.toContain('/uploads/a.webp');
  await worker.ask({ type: 'keep', urls: [`${origin}/team`, `${picture}#pressed`], site: false });
  expect(device.seen).toContain('/uploads/a.webp#pressed');
});
