import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { builtSite } from '#server/app.ts';
import { prerenderedFiles } from '#server/web/prerendered-files.ts';
import { pages } from '#src/paths.ts';

import { answered, openApp } from './store.ts';

const openSite = () => openApp({}, { distDir: builtSite });
const fileOf = (name: string) => readFileSync(join(builtSite, name), 'utf8');
const [, script = ''] = /"\/(assets\/[\w-]+\.js)"/.exec(fileOf('index.html')) ?? [];
const notFound = '404 - Page Not Found';
const data = ['/media-room', '/media-room/filter/press', '/media-room/filter/blog', '/insider/career'];

test('every static page answers with its own file', async () => {
  const { get } = await openSite();
  const files = prerenderedFiles.filter(
    ({ file, name }) => pages[name].kind === 'static' && file !== '404.html',
  );
  expect(files.length).toBeGreaterThan(12);
  for (const { path, file } of files) {
    const { body, headers } = await answered(200, get(path));
    expect([path, headers['cache-control'], body]).toEqual([path, 'no-cache, no-transform', fileOf(file)]);
  }
});

test('each page with data comes as complete html with its data, its title and its own policy', async () => {
  const { get, payload } = await openSite();
  const [[post], [job]] = [
    await payload<{ _id: string }[]>('media-room/blog/0'),
    await payload<{ _id: string }[]>('job-list'),
  ];
  for (const path of [...data, `/media-room/${post?._id}`, `/insider/career/${job?._id}`]) {
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
])('%s is answered 404 with the not-found page', async (url) => {
  const { get } = await openSite();
  const { headers, body } = await answered(404, get(url));
  expect([headers['content-type'], body.includes(notFound)]).toEqual(['text/html; charset=utf-8', true]);
  expect(body).not.toContain('rel="canonical"');
});

test('the page of an article, also of one that does not exist, carries its own answer and no list', async () => {
  const { get } = await openSite();
  for (const id of ['kalingalinga-leak-valves', 'nothing', 'nobody']) {
    const [, json = ''] =
      /id="server-data">(.*?)<\/script>/.exec((await get(`/media-room/${id}`)).body) ?? [];
    expect(JSON.parse(json)).toEqual({ [`/media/${id}`]: id.includes('-') ? expect.anything() : null });
  }
});

test.each([
  ...['/assets/gone-1.js', '/assets/%2e%2e/index.html.br', '/feed.xml', '/about.php', '/picture.png'],
  ...['/404.html', '/uploads/gone.png', '/sitemap-9999.xml', '/sitemap-0.xml'],
])('where %s is missing a person gets the not-found page, and a file its short answer', async (url) => {
  const { get } = await openSite();
  const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
  for (const accept of [html, 'image/avif,image/webp,image/svg+xml,*/*;q=0.8', 'text/css,*/*;q=0.1', '*/*']) {
    const { headers, body } = await answered(404, get(url, { accept }));
    const type = accept === html ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
    expect([accept, headers['content-type'], body.includes('<')]).toEqual([accept, type, accept === html]);
  }
});

test('the worker gets the not-found page and the shells for its cache', async () => {
  const { get } = await openSite();
  for (const file of ['404.html', 'media-room/shell.html'])
    expect((await answered(200, get(`/${file}?__WB_REVISION__=abc`))).body).toBe(fileOf(file));
});

test.each([
  ['/contact/', '/contact'],
  ['/insider/team///?a=1', '/insider/team?a=1'],
  ['/media-room/filter/press/', '/media-room/filter/press'],
])('%s leads to %s', async (url, location) => {
  const { get } = await openSite();
  expect((await answered(308, get(url))).headers.location).toBe(location);
});

test.each(['//evil.example/', '/\\evil.example/', '/%2f%2fevil.example/', '///evil.example//'])(
  '%s leads to no other site',
  async (url) => {
    const { get } = await openSite();
    const { headers } = await get(url);
    expect(new URL(headers.location ?? '/', 'http://site.example').host).toBe('site.example');
  },
);

test.each([
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.2, br;q=0.3, identity;q=0.1', 'br'],
  ['identity, br;q=0.5', undefined],
  ['*', 'br'],
  ['gzip, *;q=0', 'gzip'],
  ['zstd, compress', undefined],
  ['', undefined],
])('"accept-encoding: %s" is answered with %s, and the text is the same', async (accepted, encoding) => {
  const { get } = await openSite();
  const { headers, rawPayload } = await answered(200, get('/contact', { 'accept-encoding': accepted }));
  expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding']);
  const decode = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from;
  expect(decode(rawPayload).toString()).toBe(fileOf('contact.html'));
});

test('a known page is not sent again', async () => {
  const { get } = await openSite();
  for (const url of ['/contact', '/media-room', '/sitemap.xml']) {
    const { headers } = await answered(200, get(url));
    for (const etag of [String(headers.etag), '*'])
      expect((await answered(304, get(url, { 'if-none-match': etag }))).body).toBe('');
  }
  const { headers } = await get('/media-room');
  await answered(304, get('/media-room?utm_source=x', { 'if-none-match': String(headers.etag) }));
});

test('HEAD answers as GET does, without a body', async () => {
  const { app, get } = await openSite();
  for (const url of ['/', '/nope', `/${script}`, '/connect/v1/job-list']) {
    const { statusCode, headers } = await get(url);
    const head = await answered(statusCode, app.inject({ method: 'HEAD', url }));
    expect([url, head.body, head.headers['content-length']]).toEqual([url, '', headers['content-length']]);
  }
});

test('hashed files are kept for ever; worker and manifest are looked for again each time', async () => {
  const { get } = await openSite();
  const asset = await answered(200, get(`/${script}`, { 'accept-encoding': 'gzip, br' }));
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(brotliDecompressSync(asset.rawPayload).toString()).toBe(fileOf(script));
  for (const url of ['/sw.js', '/manifest.webmanifest', '/robots.txt']) {
    const { headers } = await answered(200, get(url));
    expect([url, headers['cache-control'], typeof headers.etag]).toEqual([url, 'no-cache', 'string']);
  }
});

test('a part of a film can be asked for', async () => {
  const { get } = await openSite();
  const [film = ''] = /\/videos\/[\w/.-]+\.mp4/.exec(fileOf('commercial/osense.html')) ?? [];
  const { headers, rawPayload } = await answered(206, get(film, { range: 'bytes=2-4' }));
  expect([headers['content-type'], headers['content-range'], rawPayload.length]).toEqual([
    'video/mp4',
    expect.stringMatching(/^bytes 2-4\/\d+$/),
    3,
  ]);
});

test('inline styles and the one inline script are allowed by hash, and only the contact page may load the map', async () => {
  const { get } = await openSite();
  const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const inlineScript = hashOf(/<script>(.*?)<\/script>/s.exec(fileOf('index.html'))?.[1]);
  for (const { path, name } of prerenderedFiles.filter((built) => !built.isShell)) {
    const { body, headers } = await get(path);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' /);
    expect(policy).toContain(inlineScript);
    expect([path, policy.includes('https://*.googleapis.com')]).toEqual([path, name === 'contact']);
    if (name === 'contact') continue;
    expect(policy).not.toMatch(/google|unsafe|\*/);
    for (const [, style] of body.matchAll(/<style[^>]*>(.*?)<\/style>/gs))
      expect(policy).toContain(hashOf(style));
  }
});
