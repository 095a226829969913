import { existsSync, readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { provider } from './provider-of.ts';
import { post, testApp } from './test-app.ts';

const ada = { name: 'Ada Banda', email: 'ada@example.com' };

test('reads are passed on with their bodies unchanged, an ETag where there was none, and 304', async () => {
  const text = '{"payload": null , "extra":"\u{1F600}"}';
  const { base, seen } = await provider((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(text),
  );
  const { app, config } = await testApp({ CONNECT_UPSTREAM: base });
  const first = await app.inject('/connect/v1/media-room/press/0');
  expect([first.statusCode, first.body, seen[0]?.url]).toEqual([200, text, '/api/v3/media-room/press/0']);
  const etag = String(first.headers.etag);
  const again = await app.inject({
    url: '/connect/v1/media-room/press/0',
    headers: { 'if-none-match': etag },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect(existsSync(join(config.dataDir, 'hcs.sqlite'))).toBe(false);
});

test.each([
  [500, 'text/html', '<h1>Oops</h1>'],
  [404, 'application/json', '{"error":"gone"}'],
  [429, 'application/json', '{"error":"slow down"}'],
])('an answer of %i %s is passed on as it is', async (status, type, text) => {
  const { base } = await provider((_, response) =>
    response.writeHead(status, { 'content-type': type, etag: '"theirs"', 'retry-after': '7' }).end(text),
  );
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  const { statusCode, headers, body } = await app.inject('/connect/v1/job-list');
  expect([statusCode, headers['content-type'], headers.etag, body]).toEqual([status, type, '"theirs"', text]);
  expect(headers['retry-after']).toBe('7');
  const written = await post(app, 'subscribe', ada);
  expect([written.statusCode, written.body]).toEqual([status, text]);
});

test('what a provider took is passed on once, whatever its answer', async () => {
  const { base, seen } = await provider((_, response) => response.writeHead(201).end('\0{}'));
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  for (let round = 0; round < 2; round += 1)
    expect((await post(app, 'subscribe', ada, { 'idempotency-key': 'k' })).statusCode).toBe(201);
  expect(seen).toHaveLength(1);
});

test.each([404, 410, 500])('an answer of %i without a body is passed on as it is', async (status) => {
  const { base } = await provider((_, response) => response.writeHead(status).end());
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  const answer = await app.inject('/connect/v1/media/gone');
  expect([answer.statusCode, answer.body]).toEqual([status, '']);
  if (status === 404) expect((await app.inject('/media-room/gone')).statusCode).toBe(404);
});

test('however many ask for a call at once, the provider is asked once', async () => {
  const waiting: ServerResponse[] = [];
  const { base, seen } = await provider((_, response) => waiting.push(response));
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  const answers = Array.from({ length: 5 }, () => app.inject('/connect/v1/job-list'));
  while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
  for (const response of waiting) response.writeHead(200).end('{"payload":[]}');
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200);
  expect(seen).toHaveLength(1);
});

test.each(['text/html', 'text/plain'])(
  'a page of %s is no yes to a write: it is asked again',
  async (type) => {
    let body = '<p>Back soon</p>';
    const { base, seen } = await provider((_, response) =>
      response.writeHead(200, { 'content-type': body.startsWith('<') ? type : 'application/json' }).end(body),
    );
    const { app } = await testApp({ CONNECT_UPSTREAM: base });
    const send = async () => (await post(app, 'subscribe', ada, { 'idempotency-key': 'k' })).statusCode;
    expect([await send(), await send()]).toEqual([502, 502]);
    body = '{}';
    expect([await send(), await send(), seen.length]).toEqual([200, 201, 3]);
  },
);

test('a provider that cannot be reached, breaks off or redirects is a 502 in the error shape', async () => {
  const away = await testApp({ CONNECT_UPSTREAM: 'http://127.0.0.1:1' });
  const breaking = await provider((_, response) => response.destroy());
  const elsewhere = await provider((_, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  );
  const apps = [
    away.app,
    (await testApp({ CONNECT_UPSTREAM: breaking.base })).app,
    (await testApp({ CONNECT_UPSTREAM: elsewhere.base })).app,
  ];
  for (const app of apps) {
    const read = await app.inject('/connect/v1/job-list');
    const write = await post(app, 'subscribe', ada);
    expect([read.statusCode, write.statusCode]).toEqual([502, 502]);
    expect(write.json()).toEqual({ error: expect.any(String) });
    expect(read.body).not.toContain('127.0.0.1');
  }
  expect((await away.app.inject('/healthz')).statusCode).toBe(200);
  expect((await away.app.inject('/media-room/some-article')).statusCode).toBe(200);
});

test('a provider that takes too long is a 502, and the write may be sent again', async () => {
  const { base, seen } = await provider((_, response) => {
    if (seen.length > 2) response.writeHead(201).end('{}');
    // Begins to answer, and never ends.
    else response.writeHead(200).write('{');
  });
  const { app } = await testApp({ CONNECT_UPSTREAM: base }, undefined, { providerTimeoutMs: 300 });
  const headers = { 'idempotency-key': 'k1' };
  expect((await app.inject('/connect/v1/job-list')).statusCode).toBe(502);
  expect((await post(app, 'subscribe', ada, headers)).statusCode).toBe(502);
  expect((await post(app, 'subscribe', ada, headers)).statusCode).toBe(201);
});

test('no address makes the server ask the provider for another path', async () => {
  const { base, seen } = await provider((_, response) => response.writeHead(200).end('{"payload":[]}'));
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  for (const path of [
    'media/%2e%2e',
    'media/..%2f..%2fadmin',
    'media/%3Fa',
    'admin',
    'media//evil.example',
    'media/@evil.example',
  ])
    await app.inject(`/connect/v1/${path}`);
  expect(seen.map(({ url }) => url).toSorted()).toEqual([
    '/api/v3/media/%3Fa',
    '/api/v3/media/%40evil.example',
  ]);
});

test('a repeated write is not passed on twice, and its key is kept after a restart; changed it is', async () => {
  const { base, seen } = await provider(({ body }, response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end(`{"message":"took ${body.length}"}`),
  );
  const { app, config } = await testApp({ CONNECT_UPSTREAM: base });
  const headers = { 'idempotency-key': 'k1' };
  expect((await post(app, 'subscribe', ada, headers)).json()).toEqual({
    message: expect.stringMatching(/^took/),
  });
  await app.close();
  const { app: again } = await testApp({ CONNECT_UPSTREAM: base, DATA_DIR: config.dataDir });
  const repeat = await post(again, 'subscribe', ada, headers);
  expect([repeat.statusCode, repeat.json()]).toEqual([201, { message: expect.any(String) }]);
  expect(repeat.headers['idempotency-replayed']).toBe('true');
  expect(seen).toEqual([{ method: 'POST', url: '/api/v3/subscribe', key: 'k1', body: JSON.stringify(ada) }]);
  await post(again, 'subscribe', { ...ada, name: 'Other' }, headers);
  expect(seen).toHaveLength(2);
  expect(readdirSync(config.dataDir).filter((name) => name.includes('sqlite'))).toContain('keys.sqlite');
  expect(existsSync(join(config.dataDir, 'hcs.sqlite'))).toBe(false);
});

test('while a write is under way its repeat is told 409; after a failure it is passed on again', async () => {
  const waiting: ServerResponse[] = [];
  const { promise: arrived, resolve: arrive } = withResolvers();
  const { base, seen } = await provider((_, response) => {
    waiting.push(response);
    arrive();
  });
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  const headers = { 'idempotency-key': 'k1' };
  const first = post(app, 'subscribe', ada, headers);
  await arrived;
  const second = await post(app, 'subscribe', ada, headers);
  expect([second.statusCode, Number(second.headers['retry-after']) > 0]).toEqual([409, true]);
  waiting[0]?.writeHead(500).end('{"error":"x"}');
  expect((await first).statusCode).toBe(500);
  const third = post(app, 'subscribe', ada, headers);
  while (seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
  waiting[1]?.writeHead(200).end('{}');
  expect((await third).statusCode).toBe(200);
});

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
