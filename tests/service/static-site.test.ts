import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { prerenderedFiles } from '#server/web/prerendered-files.ts';
import { pages } from '#src/paths.ts';

import { fakeBuild, testApp } from './test-app.ts';

test('every static page of the site answers with its own file', async () => {
  const { app } = await testApp();
  const addressable = prerenderedFiles.filter(
    ({ file, name }) => pages[name].kind === 'static' && file !== '404.html',
  );
  expect(addressable.length).toBeGreaterThan(12);
  for (const { path, file } of addressable) {
    const { statusCode, body, headers } = await app.inject(path);
    expect([path, statusCode]).toEqual([path, 200]);
    expect(body).toContain(`<h1>${file}</h1>`);
    expect(headers['cache-control']).toBe('no-cache, no-transform');
  }
});

test.each([
  '/nope',
  '/insider',
  '/Contact',
  '/404',
  '/media-room/shell',
  '/insider/career/shell',
  '/media-room/filter/cats',
  '//evil',
])('%s is answered 404 with the not-found page', async (url) => {
  const { app } = await testApp();
  const { statusCode, body, headers } = await app.inject(url);
  expect(statusCode).toBe(404);
  expect(headers['content-type']).toContain('text/html');
  expect(body).toMatch(/<h1[^>]*>(?:404\.html|404 - Page Not Found)<\/h1>/);
});

test.each(['/assets/gone-1.js', '/picture.png', '/404.html', '/assets/%2e%2e/index.html.br', '/feed.xml'])(
  '%s is answered 404 without html',
  async (url) => {
    const { app } = await testApp();
    const { statusCode, body } = await app.inject(url);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('<');
  },
);

test('whatever a missing address ends in, a person gets the not-found page and a file its short answer', async () => {
  const { app } = await testApp();
  const accepts = {
    person: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    picture: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
    style: 'text/css,*/*;q=0.1',
    script: '*/*',
  };
  for (const url of ['/about.php', '/assets/gone-1.js', '/picture.png', '/404.html', '/uploads/gone.png'])
    for (const [who, accept] of Object.entries(accepts)) {
      const { statusCode, headers } = await app.inject({ url, headers: { accept } });
      const type = who === 'person' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
      expect([url, who, statusCode, headers['content-type']]).toEqual([url, who, 404, type]);
    }
});

test('the worker gets the not-found page and the shells for its cache', async () => {
  const { app } = await testApp();
  for (const file of ['/404.html', '/media-room/shell.html']) {
    const { statusCode } = await app.inject(`${file}?__WB_REVISION__=abc`);
    expect([file, statusCode]).toEqual([file, 200]);
  }
});

test.each([
  ['/contact/', '/contact'],
  ['/insider/team///?a=1', '/insider/team?a=1'],
  ['/media-room/filter/press/', '/media-room/filter/press'],
])('%s leads to %s', async (url, location) => {
  const { app } = await testApp();
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(308);
  expect(answer.headers.location).toBe(location);
});

test('no address can lead to another site', async () => {
  const { app } = await testApp();
  for (const url of ['//evil.example/', '/\\evil.example/', '/%2f%2fevil.example/', '///evil.example//']) {
    const { statusCode, headers } = await app.inject(url);
    const target = new URL(headers.location ?? '/', 'http://site.example');
    expect([url, statusCode, target.host]).toEqual([url, statusCode, 'site.example']);
  }
});

test('an article or vacancy that exists gets its page, one that does not gets 404', async () => {
  const { app } = await testApp();
  const { payload } = (await app.inject('/connect/v1/media-room/blog/0')).json<{
    payload: { _id: string }[];
  }>();
  const known = await app.inject(`/media-room/${payload[0]?._id}`);
  expect([known.statusCode, known.body.includes('id="server-data"')]).toEqual([200, true]);
  expect((await app.inject('/media-room/no-such-article')).statusCode).toBe(404);
  const jobs = (await app.inject('/connect/v1/job-list')).json<{ payload: { _id: string }[] }>();
  expect((await app.inject(`/insider/career/${jobs.payload[0]?._id}`)).statusCode).toBe(200);
  expect((await app.inject('/insider/career/no-such-job')).statusCode).toBe(404);
});

test('the smallest form that the client accepts is sent, and a known one is not sent again', async () => {
  const { app } = await testApp();
  const get = (encoding: string, url = '/contact') =>
    app.inject({ url, headers: { 'accept-encoding': encoding } });
  const [br, gzip, plain] = [await get('gzip, br'), await get('gzip, br;q=0'), await get('identity')];
  expect([br, gzip, plain].map(({ headers }) => headers['content-encoding'])).toEqual([
    'br',
    'gzip',
    undefined,
  ]);
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(br.headers.vary).toBe('accept-encoding');
  const again = await app.inject({ url: '/contact', headers: { 'if-none-match': String(br.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const any = await app.inject({ url: '/contact', headers: { 'if-none-match': '*' } });
  expect(any.statusCode).toBe(304);
  const asset = await get('br', '/assets/app-12345678.js');
  expect(asset.headers['content-encoding']).toBe('br');
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('HEAD answers as GET does, without a body', async () => {
  const { app } = await testApp();
  for (const url of ['/', '/nope', '/assets/app-12345678.js', '/connect/v1/job-list']) {
    const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })];
    expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  }
});

test('a part of a film can be asked for', async () => {
  const { app } = await testApp({}, fakeBuild({ 'media/clip.mp4': '0123456789' }));
  const { statusCode, headers, body } = await app.inject({
    url: '/media/clip.mp4',
    headers: { range: 'bytes=2-4' },
  });
  expect([statusCode, headers['content-range'], headers['content-type'], body]).toEqual([
    206,
    'bytes 2-4/10',
    'video/mp4',
    '234',
  ]);
});

test('worker and manifest are looked for again each time', async () => {
  const { app } = await testApp();
  for (const url of ['/sw.js', '/manifest.webmanifest', '/robots.txt']) {
    const { headers } = await app.inject(url);
    expect([url, headers['cache-control'], typeof headers.etag]).toEqual([url, 'no-cache', 'string']);
  }
});

test('inline styles and the first inline script are allowed by hash, and only the contact page may load the map', async () => {
  const { app } = await testApp();
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
  const hash = hashOf('h1{color:#123456}');
  const policy = async (url: string) => String((await app.inject(url)).headers['content-security-policy']);
  const inline = `script-src 'self' 'sha256-${hashOf('early = 1')}'`;
  expect(await policy('/')).toContain(`${inline}; style-src 'self' 'sha256-${hash}'`);
  expect(await policy('/contact')).toContain(`${inline} https://`);
  expect(await policy('/nope')).toContain(`'sha256-${hash}'`);
  expect(await policy('/contact')).toContain('https://*.googleapis.com');
  for (const { path } of prerenderedFiles.filter((file) => file.name !== 'contact')) {
    expect(await policy(path)).toMatch(/^default-src 'none'/);
    expect(await policy(path)).not.toMatch(/google|unsafe|\*/);
  }
});
