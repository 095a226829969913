import { expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';

import { post, testApp } from './test-app.ts';

const ada = { name: 'Ada Banda', email: 'ada@example.com' };

test('a write that another site makes the browser send is refused', async () => {
  const { app, config } = await testApp({ SITE_URL: 'https://hcs.example' });
  const from = async (headers: Record<string, string>) =>
    (await post(app, 'subscribe', ada, headers)).statusCode;
  expect(await from({ origin: 'https://evil.example' })).toBe(403);
  expect(await from({ origin: 'null' })).toBe(403);
  expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await from({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await runLine(config, 'subscribers')).toBe('None.');
  expect(await from({ origin: 'https://hcs.example' })).toBe(201);
  expect(await from({ origin: 'http://phone.local:4173', host: 'phone.local:4173' })).toBe(201);
});

test('pages of the canonical site may call the API on another host, and no others', async () => {
  const { app } = await testApp({ SITE_URL: 'https://hcs.example' });
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/connect/v1/job-apply',
    headers: {
      origin: 'https://hcs.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key',
    },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': 'https://hcs.example',
    'access-control-allow-methods': expect.stringContaining('POST'),
    'access-control-allow-headers': expect.stringMatching(/content-type.*idempotency-key/i),
  });
  const crossSite = { origin: 'https://hcs.example', 'sec-fetch-site': 'cross-site' };
  for (const answer of [
    await post(app, 'subscribe', ada, crossSite),
    await post(app, 'subscribe', {}, crossSite),
    await app.inject({ url: '/connect/v1/job-list', headers: { origin: 'https://evil.example' } }),
  ])
    expect(answer.headers['access-control-allow-origin']).toBe('https://hcs.example');
  expect((await post(app, 'subscribe', ada, crossSite)).statusCode).toBe(201);
});
