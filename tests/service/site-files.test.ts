import Fastify from 'fastify';
import { expect, test } from 'vitest';

import { answerErrors } from '#server/http/error-answers.ts';
import { serveSiteFiles } from '#server/site/sitemap-and-feeds.ts';

import { testApp } from './test-app.ts';

test('feeds and sitemap that cannot be made whole are not kept, and not shown as empty', async () => {
  let isAway = true;
  const app = Fastify();
  answerErrors(app);
  app.get('/connect/v1/*', (_, reply) =>
    isAway
      ? reply.code(503).send({ error: 'Away' })
      : reply.send({
          payload: [{ _id: 'solderer', name: 'Solderer', type: 'full-time', createdAt: '2026-11-01' }],
        }),
  );
  serveSiteFiles(app, {
    siteUrl: 'https://hcs.example',
    builtAt: '2026-11-21T00:00:00.000Z',
    index: { count: async () => 0, slice: async () => [] },
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
