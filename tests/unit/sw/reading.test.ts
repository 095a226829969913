import { expect, test } from 'vitest';

import { fakeDevice, html, listed, type Network, origin, page } from './fake-worker.ts';

const drawing = '<svg>right</svg>';
const script = { url: 'assets/app-12345678.js', revision: null };
const svg = (body: string) => new Response(body, { headers: { 'Content-Type': 'image/svg+xml' } });
const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

/** With the not-found page kept, as after any installation. */
async function workerOver(network: Network) {
  const missing = page('Not found');
  const device = fakeDevice((path, request) =>
    path.startsWith('/404.html') ? html(missing) : network(path, request),
  );
  const files = [
    await listed('404.html', missing),
    await listed('team.html', page('Team')),
    await listed('images/a.svg', drawing),
  ];
  const worker = await device.start([script, ...files]);
  await worker.ask({ type: 'keep', urls: [], site: false });
  return { device, worker };
}

test.each([
  ['another drawing', '/images/a.svg', () => svg('<svg>wrong</svg>')],
  ['another page', '/team.html', () => html(page('Team, later'))],
  ["a gateway's page for a script", '/assets/app-12345678.js', () => html('Pay')],
])('%s that comes in the place of a file is shown and not kept', async (_, path, answer) => {
  const { device, worker } = await workerOver(answer);
  const shown = await worker.open(path, 'no-cors');
  expect(await shown?.text()).toBe(await answer().text());
  expect(device.caches.all()).toHaveLength(1);
});

test('where the caches cannot be read every address is what the network says to it', async () => {
  const { device, worker } = await workerOver((path) =>
    path.startsWith('/connect/') ? json({ payload: [path] }) : html(page(path)),
  );
  const broken = async () => Promise.reject(new DOMException('Damaged', 'UnknownError'));
  Object.assign(device.caches, { open: broken, match: broken });
  const read = async (path: string, mode?: string) => (await worker.open(path, mode))?.text();
  expect(await read('/team')).toBe(page('/team'));
  expect(await read('/images/a.svg', 'no-cors')).toBe(page('/images/a.svg'));
  expect(await read('/connect/v1/media/a', 'cors')).toBe('{"payload":["/connect/v1/media/a"]}');
});

test('a drawing of this version is kept', async () => {
  const { device, worker } = await workerOver(() => svg(drawing));
  await worker.open('/images/a.svg', 'no-cors');
  expect(device.caches.all()).toHaveLength(2);
});

test('a page that the server no longer has is what the server says to the visit itself', async () => {
  const { worker } = await workerOver((path) =>
    path === '/team' ? html('Not here', 404) : new Response('Not found', { status: 404 }),
  );
  const shown = await worker.open('/team');
  expect([shown?.status, await shown?.text()]).toEqual([404, 'Not here']);
});

test('without a connection no page is called missing, and the end of a form says that it arrived', async () => {
  const { worker } = await workerOver(() => undefined);
  for (const path of ['/team', '/a/later/page', '/thanks']) {
    const shown = await worker.open(path);
    const text = (await shown?.text()) ?? '';
    expect(shown?.status).toBe(503);
    expect(text).toContain('This page is not saved on this device');
    expect(text.includes('it has reached us')).toBe(path === '/thanks');
  }
});

test.each([
  [true, 200, 'page'],
  [true, 503, 'nothing'],
  [false, 200, 'nothing'],
])(
  'where the page is known (%s) and its read answers %s, "%s" can be read offline',
  async (isKnown, status, kept) => {
    const { worker } = await workerOver((path) =>
      path.startsWith('/connect/') ? json({ payload: [] }, status) : html(page('Team')),
    );
    const urls = [isKnown ? '/team' : '/later', '/connect/v1/job-list'].map((path) => origin + path);
    expect(await worker.ask({ type: 'keep', urls, site: false })).toBe(kept);
  },
);

test('the site is not called ready where a read of the page at hand is not kept', async () => {
  const { device, worker } = await workerOver((path) => {
    if (path.startsWith('/connect/')) return json({ error: 'Away' }, 503);
    if (path.endsWith('.js')) return new Response('1', { headers: { 'Content-Type': 'text/javascript' } });
    return path.endsWith('.svg') ? svg(drawing) : html(page('Team'));
  });
  const urls = [`${origin}/team`, `${origin}/connect/v1/job-list`];
  expect(await worker.ask({ type: 'keep', urls, site: true })).toBe('nothing');
  expect(device.caches.all()).toHaveLength(4);
});

test('the price of the site names what is not in the bundle as well', async () => {
  const device = fakeDevice(() => undefined);
  const worker = await device.start([
    { url: 'assets/site-12345678.txt', revision: null, bytes: 2048 },
    { ...(await listed('team.html', page('Team'))), bytes: 9000 },
    { url: 'assets/safe-html-12345678.js', revision: null, bytes: 1024, later: true },
  ]);
  expect(await worker.ask({ type: 'price' })).toBe(2048);
  const answers = await device.caches.open('connect');
  await answers.put(`${origin}/connect/v1/media/a`, json({ payload: {} }));
  expect(await worker.ask({ type: 'price' })).toBe(3072);
});

test('a worker that cannot read its count answers all the same', async () => {
  const { worker } = await workerOver(() => undefined);
  expect(await worker.ask({ type: 'took', bytes: 0 })).toBeUndefined();
});

test('a worker names its version to a page of it: the list and the code', async () => {
  const device = fakeDevice(() => undefined);
  const ask = async (name: string, code: string) => {
    const worker = await device.start([{ url: `assets/site-${name}.txt`, revision: null }, script], code);
    const knows = (url: string) => worker.ask({ type: 'knows', script: `${origin}/${url}` });
    expect(await knows('assets/other-12345678.js')).toBeUndefined();
    return knows(script.url);
  };
  const first = await ask('aaaaaaaa', 'a.js');
  expect(first).toEqual(expect.any(String));
  expect(await ask('aaaaaaaa', 'a.js')).toBe(first);
  expect(await ask('bbbbbbbb', 'a.js')).not.toBe(first);
  expect(await ask('aaaaaaaa', 'b.js')).not.toBe(first);
});
