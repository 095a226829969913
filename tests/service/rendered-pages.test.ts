import { expect, test } from 'vitest';

import { defaultPageTimeoutMs } from '#server/web/rendered-pages.ts';
import { career } from '#src/content/career.ts';
import { careerPage } from '#src/content/career-page.ts';
import { company } from '#src/content/company.ts';

import { startRelay } from '../support/relay.ts';
import { providerOf } from './provider-of.ts';
import { postgresStore } from './stores.ts';
import { testApp } from './test-app.ts';

const dataRoutes = ['/media-room', '/media-room/filter/press', '/media-room/filter/blog', '/insider/career'];

async function firstId(app: Awaited<ReturnType<typeof testApp>>['app'], call: string): Promise<string> {
  const { payload } = (await app.inject(`/connect/v1/${call}`)).json<{ payload: { _id: string }[] }>();
  return payload[0]?._id ?? '';
}

test('each data route comes as complete html with its data, its title and its own policy', async () => {
  const { app } = await testApp();
  const article = `/media-room/${await firstId(app, 'media-room/blog/0')}`;
  const vacancy = `/insider/career/${await firstId(app, 'job-list')}`;
  for (const path of [...dataRoutes, article, vacancy]) {
    const { statusCode, body, headers } = await app.inject(path);
    expect([path, statusCode, headers['cache-control']]).toEqual([path, 200, 'no-cache, no-transform']);
    expect(body).toContain('<script type="application/json" id="server-data">{');
    expect(body, path).not.toContain('class="placeholder-glow');
    expect(body.match(/<h1[ >]/g)).toHaveLength(1);
    expect(body.match(/<title>/g)).toHaveLength(1);
    expect(String(headers['content-security-policy'])).toContain("script-src 'self'");
  }
});

test('a page that was made once is answered 304, until the content changes', async () => {
  const { app } = await testApp();
  const first = await app.inject('/media-room');
  const headers = { 'if-none-match': String(first.headers.etag) };
  expect((await app.inject({ url: '/media-room', headers })).statusCode).toBe(304);
  expect((await app.inject({ url: '/media-room?utm_source=x', headers })).statusCode).toBe(304);
});

test.each(['/media-room/nothing', '/insider/career/nothing', '/media-room/..%2f..'])(
  '%s is answered 404 with the not-found page',
  async (path) => {
    const { app } = await testApp();
    const { statusCode, body } = await app.inject(path);
    expect(statusCode).toBe(404);
    expect(body).toContain('404 - Page Not Found');
  },
);

test('where the API is down, data routes come as 200 with the shell', async () => {
  const { app } = await testApp({ CONNECT_UPSTREAM: 'http://127.0.0.1:9' });
  for (const path of [...dataRoutes, '/media-room/some-id', '/insider/career/some-id']) {
    const { statusCode, body } = await app.inject(path);
    expect([path, statusCode]).toEqual([path, 200]);
    expect(body).not.toContain('server-data');
  }
});

test('a provider that says nothing holds no page back', async () => {
  let wasAsked = false;
  const base = await providerOf(() => {
    wasAsked = true;
  });
  const { app } = await testApp({ CONNECT_UPSTREAM: base }, undefined, {
    pageTimeoutMs: defaultPageTimeoutMs,
  });
  const { statusCode, body } = await app.inject('/media-room');
  expect([statusCode, wasAsked]).toEqual([200, true]);
  expect(body).not.toContain('server-data');
});

test('a provider that says 404 with an empty body gets the not-found page', async () => {
  const base = await providerOf((url, response) =>
    url.includes('/media/') ? response.writeHead(404).end() : response.end('{"payload":[]}'),
  );
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  const { statusCode, body } = await app.inject('/media-room/x');
  expect([statusCode, body.includes('404 - Page Not Found')]).toEqual([404, true]);
});

test('a version of the content that cannot be read in time holds no page back either', async ({ skip }) => {
  const { DATABASE_URL = '' } = await postgresStore.settings(skip);
  const address = new URL(DATABASE_URL);
  await using relay = await startRelay(Number(address.port));
  address.port = String(relay.port);
  const settings = { DATABASE_URL: address.href };
  const { app } = await testApp(settings, undefined, { pageTimeoutMs: defaultPageTimeoutMs });
  await app.inject('/media-room');
  relay.vanish();
  const start = performance.now();
  const { statusCode, body } = await app.inject('/media-room');
  expect([statusCode, body.includes('server-data')]).toEqual([200, false]);
  // A slow machine adds to the 1.5 s; the database itself is waited for 12 s.
  expect(performance.now() - start).toBeLessThan(2 * defaultPageTimeoutMs);
  relay.appear();
});

test.each(['<h1>Welcome</h1>', '{"data":[]}', '', '{"payload":['])(
  'a provider that answers %s gets the shell, whose script then tells the visitor',
  async (answer) => {
    const base = await providerOf((_, response) => response.end(answer));
    const { app } = await testApp({ CONNECT_UPSTREAM: base });
    for (const path of [...dataRoutes, '/media-room/x']) {
      const { statusCode, body } = await app.inject(path);
      expect([path, statusCode, body.includes('server-data')]).toEqual([path, 200, false]);
    }
  },
);

test.each([
  'null',
  '[]',
  '[{}]',
  '[{"_id":"a"}]',
  '[{"_id":"a","title":7,"description":"%%%","createdAt":"x"}]',
])('a provider that answers the payload %s gets a page that says so', async (payload) => {
  const base = await providerOf((_, response) => response.end(`{"payload":${payload}}`));
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  for (const path of dataRoutes) {
    const { statusCode, body } = await app.inject(path);
    expect([path, statusCode]).toEqual([path, 200]);
    expect(body).toContain('server-data');
  }
  if (payload.includes('_id')) return;
  expect((await app.inject('/media-room')).body).toContain('Nothing has been published here yet.');
  expect((await app.inject('/insider/career')).body).toContain(career.list.empty);
});

test('with no job the list says so and still offers the open application; without that one the heading leads to the mail', async () => {
  const anybody = { _id: 'anybody', name: 'Anybody', type: 'Open application' };
  for (const [payload, link] of [
    [[anybody], 'href="/insider/career/anybody"'],
    [[], `href="mailto:${company.email}"`],
  ] as const) {
    const base = await providerOf((_, response) => response.end(JSON.stringify({ payload })));
    const { app } = await testApp({ CONNECT_UPSTREAM: base });
    const { body } = await app.inject('/insider/career');
    expect(body).toContain(career.list.empty);
    const [intro = ''] = body.split(careerPage.why.heading);
    expect(intro).toContain(link);
    expect(body.includes('>Anybody</h3>')).toBe(payload.length > 0);
  }
});

test('older articles have addresses of their own, and only where there are some', async () => {
  const item = (name: string) => ({
    _id: name,
    title: name,
    description: '',
    createdAt: '2026-01-01T00:00:00Z',
  });
  const base = await providerOf((url, response) => {
    const page = Number(/press\/(\d+)$/.exec(url)?.[1] ?? 9);
    response.end(JSON.stringify({ payload: page < 2 ? [item(`article-${page}`)] : [] }));
  });
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  const [newest, older] = await Promise.all(
    ['', '?page=1'].map(async (query) => (await app.inject(`/media-room/filter/press${query}`)).body),
  );
  expect(newest).toContain('article-0');
  expect(newest).toContain('href="/media-room/filter/press?page=1"');
  expect(older).toContain('article-1');
  expect(older).toContain('href="/media-room/filter/press"');
  expect(older).not.toContain('?page=2"');
});

test('after the last page of a list there is none, and no page says that it is one', async () => {
  const { app } = await testApp();
  for (const page of [77_777, 99]) {
    const { statusCode, body } = await app.inject(`/media-room/filter/press?page=${page}`);
    expect([statusCode, body.includes('404 - Page Not Found')]).toEqual([404, true]);
    expect(body).not.toContain('rel="canonical"');
  }
  expect((await app.inject('/media-room/filter/press')).statusCode).toBe(200);
});

test('the not-found page of an article carries its own answer and no list', async () => {
  const { app } = await testApp();
  for (const id of ['nothing', 'nobody']) {
    const { body } = await app.inject(`/media-room/${id}`);
    expect(dataIn(body)).toEqual({ [`/media/${id}`]: null });
    expect(body).toContain('404 - Page Not Found');
  }
});

function dataIn(html: string): unknown {
  return JSON.parse(/id="server-data">(.*?)<\/script>/.exec(html)?.[1] ?? 'null');
}
