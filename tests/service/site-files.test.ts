import Fastify from 'fastify';
import { expect, test } from 'vitest';

import { answerErrors } from '#server/web/error-answers.ts';
import { serveSiteFiles } from '#server/web/sitemap-and-feeds.ts';

import { providerOf } from './provider-of.ts';
import { testApp } from './test-app.ts';

test('feeds and sitemap that cannot be made whole are not kept, and not shown as empty', async () => {
  let isAway = true;
  const app = Fastify();
  answerErrors(app);
  const payload = [{ _id: 'solderer', name: 'Solderer', type: 'full-time', createdAt: '2026-11-01' }];
  serveSiteFiles(app, {
    siteUrl: 'https://hcs.example',
    builtAt: '2026-11-21T00:00:00.000Z',
    ask: async () => (isAway ? null : { status: 200, payload }),
    articles: async () => [],
    entries: (payload) =>
      Array.isArray(payload)
        ? [{ id: 'solderer', title: 'Solderer', createdAt: '2026-11-01', text: '' }]
        : [],
    readVersion: async () => 'same',
  });
  const files = ['/press.xml', '/sitemap.xml'];
  for (const file of files) {
    const { statusCode, headers } = await app.inject(file);
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  }
  isAway = false;
  for (const file of files) expect((await app.inject(file)).body).toContain('solderer');
});

test('a sitemap names the articles of a provider, whose lists are walked through once', async () => {
  const asked: string[] = [];
  let isAway = true;
  const base = await providerOf((url, response) => {
    asked.push(url);
    const [, type = '', page = 0] = /media-room\/(press|blog)\/(\d+)$/.exec(url) ?? [];
    if (isAway && Number(page) === 1) return response.writeHead(500).end();
    const item = { _id: `${type}-${page}`, title: 'A title', createdAt: '2026-01-01T00:00:00Z' };
    response.end(JSON.stringify({ payload: type && Number(page) < 3 ? [item] : [] }));
  });
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  expect((await app.inject('/sitemap.xml')).statusCode).toBe(503);
  isAway = false;
  asked.length = 0;
  const { body } = await app.inject('/sitemap.xml');
  for (const id of ['press-0', 'press-2', 'blog-2']) expect(body).toContain(`/media-room/${id}</loc>`);
  expect(asked.filter((url) => url.includes('media-room'))).toHaveLength(8);
});

test.each(['/sitemap-9999.xml', '/sitemap-pages.xml', '/sitemap-0.xml'])(
  '%s is nothing that could cost anything',
  async (url) => {
    const { app } = await testApp();
    expect((await app.inject(url)).statusCode).toBe(404);
  },
);

test.each([
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.2, br;q=0.3, identity;q=0.1', 'br'],
  ['identity, br;q=0.5', undefined],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['zstd, compress', undefined],
  ['', undefined],
])('"accept-encoding: %s" is answered with %s', async (accepted, encoding) => {
  const { app } = await testApp();
  const { statusCode, headers } = await app.inject({
    url: '/contact',
    headers: { 'accept-encoding': accepted },
  });
  expect([statusCode, headers['content-encoding']]).toEqual([200, encoding]);
});
