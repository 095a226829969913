import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';
import { prerenderedPages } from '#server/web/prerendered-pages.ts';
import { pages } from '#src/paths.ts';

import { answered, openApp, sharedApp, stores } from './store.ts';
import { withSite } from './with-site.ts';

const site = sharedApp({}, withSite);
const fileOf = (name: string) => readFileSync(join(builtSite, name), 'utf8');
const [, script = ''] = /"\/(assets\/[\w-]+\.js)"/.exec(fileOf('index.html')) ?? [];
const notFound = '404 - Page Not Found';
const data = ['/media-room', '/media-room/filter/press', '/media-room/filter/blog', '/insider/career'];

test('every static page is served from its own file', async () => {
  const { get } = site();
  const files = prerenderedPages.filter(
    ({ file, name }) => pages[name].kind === 'static' && file !== '404.html',
  );
  expect(files.length).toBeGreaterThan(12);
  for (const { path, file } of files) {
    const { body, headers } = await answered(200, get(path));
    expect([path, headers['cache-control'], body]).toEqual([path, 'no-cache, no-transform', fileOf(file)]);
  }
});

test('each page with data is complete HTML with its data, its title and its own CSP', async () => {
  const { get, job } = site();
  for (const path of [...data, '/media-room/kalingalinga-leak-valves', `/insider/career/${await job()}`]) {
    const { body, headers } = await answered(200, get(path));
    expect([path, headers['cache-control']]).toEqual([path, 'no-cache, no-transform']);
    expect(body).toContain('<script type="application/json" id="server-data">{');
    expect(body, path).not.toContain('class="placeholder-glow');
    expect([body.match(/<h1[ >]/g)?.length, body.match(/<title>/g)?.length]).toEqual([1, 1]);
    expect(String(headers['content-security-policy'])).toContain("script-src 'self'");
  }
});

test.each([
  ...['/nope', '/insider', '/Contact', '/404', '/media-room/shell', '/insider/career/shell', '//evil'],
  ...['/media-room/filter/cats', '/media-room/nothing', '/insider/career/nothing', '/media-room/..%2f..'],
  ...['/media-room/filter/press?page=99', '/media-room/filter/press?page=77777'],
  ...['/ask%', '/ask%/', '/%', '/%E0%A4%A', '/media-room/50%-off', '/insider/career/%ff', '/office%?a=%'],
  ...['/ask%00', '/media-room/%00', '/ASK', '/%2561sk', '/insider%2Fteam'],
  ...['/index', '/nope/', '/media-room/x.html', '/insider/career/x.html'],
])('%s gets a 404 with the not-found page', async (url) => {
  const { get } = site();
  const { headers, body } = await answered(404, get(url));
  expect([headers['content-type'], body.includes(notFound)]).toEqual(['text/html; charset=utf-8', true]);
  expect(body).not.toContain('rel="canonical"');
});

test("an article's page contains its own answer and no list, even if the article does not exist", async () => {
  const { get } = site();
  for (const id of ['kalingalinga-leak-valves', 'nothing', 'nobody']) {
    const [, json = ''] =
      /id="server-data">(.*?)<\/script>/.exec((await get(`/media-room/${id}`)).body) ?? [];
    expect(JSON.parse(json)).toEqual({ [`/media/${id}`]: id.includes('-') ? expect.anything() : null });
  }
});

test.each([
  ...['/assets/gone-1.js', '/feed.xml', '/picture.png', '/404.html', '/uploads/gone.png', '/sitemap-0.xml'],
  ...[
    '/insider%2Fteam.html',
    '/ask.html.html',
    '/insider/index.html',
    '/ASK.html',
    '/assets%2Fsite.txt',
    '/%2Fevil.example',
    '/%5Cevil.example',
  ],
])('if %s is missing a person gets the not-found page, and others a short answer', async (url) => {
  const { get } = site();
  const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
  for (const accept of [html, 'image/avif,image/webp,image/svg+xml,*/*;q=0.8', 'text/css,*/*;q=0.1', '*/*']) {
    const { headers, body } = await answered(404, get(url, { accept }));
    const type = accept === html ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
    expect([accept, headers['content-type'], body.includes('<')]).toEqual([accept, type, accept === html]);
  }
});

test.each([
  ['/contact/', '/contact'],
  ['/insider/team///?a=1', '/insider/team?a=1'],
  ['/media-room/filter/press/', '/media-room/filter/press'],
  ['/media-room/?page=1', '/media-room?page=1'],
  ['/press.xml/', '/press.xml'],
  ['/index.html', '/'],
  ['/ask.html?about=osense&a=%', '/ask?about=osense&a=%'],
  ['/ask%2Ehtml/', '/ask'],
  ['/insider/career.html', '/insider/career'],
  ['/media-room/filter/blog.html', '/media-room/filter/blog'],
  ['/%61sk', '/ask'],
  ['/%6dedia-room/kalingalinga%2dleak-valves', '/media-room/kalingalinga-leak-valves'],
  ['/insider/%63areer/x%2Fy', '/insider/career/x%2Fy'],
])('%s redirects to %s', async (url, location) => {
  const { app, get } = site();
  expect((await answered(308, get(url))).headers.location).toBe(location);
  expect((await app.inject({ method: 'HEAD', url })).headers.location).toBe(location);
});

test.each([
  ...[
    '//evil.example/',
    '/\\evil.example/',
    '/%2f%2fevil.example/',
    '///evil.example//',
    '/..//evil.example/',
  ],
  ...[
    '//evil.example/%61sk',
    '/%2Fevil.example/%61sk',
    '//evil.example/ask.html',
    '/media-room/..//evil.example/',
  ],
])('%s does not redirect to another site', async (url) => {
  const { get } = site();
  const { headers } = await get(url);
  expect(new URL(headers.location ?? '/', 'http://site.example').host).toBe('site.example');
});

test.each([
  ...['v1/media/50%', 'v1/media/%ff', 'v1/%', '%', 'v1/job-list/', 'v1/nope', 'v1', 'v2/job-list'],
  ...['v1/media/no-such-thing', 'v1/media/%00', 'v1/media/..', 'v1/media/a%2fb', 'v1/media-room/cats/0'],
  ...['v1/media-room/press/-1', 'v1/media-room/press/1e3'],
])('/connect/%s gets a 404 in the shape of the API', async (path) => {
  const { headers, body } = await answered(404, site().get(`/connect/${path}`, { accept: 'text/html' }));
  expect(headers['content-type']).toContain('application/json');
  expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
});

test.each([
  '/office/%',
  '/office/articles/%',
  '/preview/%',
  '/confirm/%',
  '/unsubscribe/%',
  '/uploads/%',
  '/assets/%',
])('%s gets an answer with the protective headers', async (url) => {
  const { statusCode, headers, body } = await site().get(url, { accept: 'text/html' });
  expect([200, 303, 404], body).toContain(statusCode);
  expect(body).not.toContain('FST_ERR');
  expect(headers['content-security-policy'] ?? headers['x-content-type-options']).toBeDefined();
});

test.each([
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['identity, br;q=0.5', undefined],
  ['', undefined],
])('"accept-encoding: %s" gets %s, with the same text', async (accepted, encoding) => {
  const { get } = site();
  const { headers, rawPayload } = await answered(200, get('/contact', { 'accept-encoding': accepted }));
  expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding']);
  const decode = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from;
  expect(decode(rawPayload).toString()).toBe(fileOf('contact.html'));
});

test('an unchanged response is not sent again, compressed or not', async () => {
  const { get } = site();
  const lists = ['media-room/press/0', 'media-priority', 'job-list'].map((call) => `/connect/v1/${call}`);
  for (const url of ['/contact', '/media-room', '/sitemap.xml', ...lists]) {
    const { headers } = await answered(200, get(url, { 'accept-encoding': 'br' }));
    const etag = String(headers.etag);
    expect([headers['content-encoding'], (await get(url)).headers.etag]).toEqual(['br', etag]);
    for (const known of [`"other", ${etag}`, '*']) {
      const same = await answered(304, get(url, { 'if-none-match': known }));
      expect([same.body, same.headers.etag]).toEqual(['', etag]);
    }
    await answered(200, get(url, { 'if-none-match': '"other"' }));
  }
  const { headers } = await get('/media-room');
  await answered(304, get('/media-room?utm_source=x', { 'if-none-match': String(headers.etag) }));
});

test('hashed files are cached for ever; the worker and the manifest are checked each time', async () => {
  const { get } = site();
  const bundle = readdirSync(join(builtSite, 'assets')).find((name) => name.endsWith('.txt'));
  for (const [file, type] of [
    [script, 'text/javascript; charset=utf-8'],
    [`assets/${bundle}`, 'text/plain; charset=utf-8'],
  ] as const) {
    const { headers, rawPayload } = await answered(200, get(`/${file}`, { 'accept-encoding': 'gzip, br' }));
    const kept = { 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' };
    expect(headers).toMatchObject({ ...kept, 'content-type': type });
    expect(brotliDecompressSync(rawPayload).toString()).toBe(fileOf(file));
  }
  for (const [url, control] of [
    // A worker that a proxy has changed would count as a new version.
    ['/sw.js', 'no-cache, no-transform'],
    ['/manifest.webmanifest', 'no-cache, no-transform'],
    ['/robots.txt', 'no-cache'],
  ] as const) {
    const { headers } = await answered(200, get(url));
    expect([url, headers['cache-control'], typeof headers.etag]).toEqual([url, control, 'string']);
  }
});

describe.each(stores)('$name', ({ newStore }) => {
  test('NUL in an address finds nothing', async () => {
    const { get } = await openApp(await newStore(), withSite);
    for (const path of ['preview', 'confirm', 'unsubscribe', 'uploads', 'media-room', 'office/sign-in'])
      await answered(404, get(`/${path}/a%00b`));
  });
});
