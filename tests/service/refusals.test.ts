import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { newSubscriber } from '../kit/push.ts';
import { expectLogged, untilLogged } from './problems.ts';
import { ada, answered, key, openApp } from './store.ts';
import { withSite } from './with-site.ts';

const person = (number: number) => ({ name: 'Somebody', email: `person${number}@example.com` });
const hcs = { SAMPLE_CONTENT: '', SITE_URL: 'https://hcs.example' };

test('a request over the limit gets a 429 in the error shape, with the seconds to wait', async () => {
  const { post, read } = await openApp({ RATE_LIMIT_MAX: '3', RATE_LIMIT_WINDOW_S: '60' });
  for (const number of [1, 2, 3]) await answered(201, post('subscribe', person(number)));
  const { headers, json } = await answered(429, post('subscribe', person(4)));
  expect(json()).toEqual({ error: expect.stringContaining('Too many requests') });
  const seconds = Number(headers['retry-after']);
  expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
  await answered(200, read('job-list'));
});

test('a repeat of an answered request is never over the limit, and its key exempts no other call', async () => {
  const { post, send } = await openApp({ RATE_LIMIT_MAX: '2' });
  for (let round = 0; round < 5; round += 1) await answered(201, post('subscribe', person(1), key('k')));
  const wish = { subscription: newSubscriber().subscription };
  const alert = () => send('PUT', 'alerts', wish, key('k'));
  await answered(200, alert());
  await answered(429, alert());
  const { endpoint } = newSubscriber().subscription;
  const { headers } = await answered(429, send('DELETE', 'alerts', { endpoint }));
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test.each<Record<string, string>>([
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'null', 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site' },
])('a write that another site makes a browser send is refused: %j', async (headers) => {
  const { post, send, subscribers } = await openApp(hcs);
  await answered(403, post('subscribe', ada, headers));
  const { subscription } = newSubscriber();
  await answered(403, send('PUT', 'alerts', { subscription }, headers));
  await answered(403, send('DELETE', 'alerts', { endpoint: subscription.endpoint }, headers));
  expect(await subscribers()).toEqual([]);
});

test.each<Record<string, string>>([
  { origin: 'https://hcs.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'http://phone.local:4173', host: 'phone.local:4173' },
  { origin: 'null', 'sec-fetch-site': 'same-origin' },
])('a write from our own pages is accepted: %j', async (headers) => {
  const { post } = await openApp(hcs);
  await answered(201, post('subscribe', ada, headers));
});

test('only pages on the canonical site may call the API on another host', async () => {
  const { app, post, read } = await openApp(hcs);
  const headers = { origin: 'https://hcs.example', 'access-control-request-method': 'POST' };
  const preflight = await app.inject({ method: 'OPTIONS', url: '/connect/v1/job-apply', headers });
  const allowed = /content-type.*idempotency-key.*application-secret/i;
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': 'https://hcs.example',
    'access-control-allow-methods': expect.stringMatching(/POST.*DELETE/),
    'access-control-allow-headers': expect.stringMatching(allowed),
  });
  for (const { headers } of [
    await answered(422, post('subscribe', {}, { origin: 'https://hcs.example' })),
    await answered(200, read('job-list', { origin: 'https://evil.example' })),
  ])
    expect(headers['access-control-allow-origin']).toBe('https://hcs.example');
});

test('an internal error does not reveal its cause', async () => {
  const { config, post } = await openApp();
  using database = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  database.exec('drop table subscribers');
  const { body } = await answered(500, post('subscribe', ada));
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('on our side') });
  expect(body).not.toMatch(/table|subscribers/);
  expectLogged('no such table: subscribers');
});

test('a request whose body stops in the middle is closed', async () => {
  const socket = connect(await listening(500), '127.0.0.1').resume();
  onTestFinished(() => void socket.destroy());
  socket.write('POST /connect/v1/subscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n');
  socket.write('Content-Length: 500\r\n\r\n{"name":');
  await once(socket, 'close');
  await untilLogged('aborted');
});

test('no file outside the build can be requested', async () => {
  const port = await listening();
  for (const target of [
    ...['/../package.json', '/assets/../../package.json', '/%2e%2e/package.json', '/..%2fpackage.json'],
    ...['/assets/..%2f..%2fpackage.json', '/%5c..%5cpackage.json', '/assets/%00', '/.env', '/index.html.br'],
  ]) {
    // `request` sends the path unchanged.
    const [answer] = (await once(request({ port, path: target }).end(), 'response')) as [IncomingMessage];
    expect([target, answer.statusCode, (await text(answer)).includes('"dependencies"')]).toEqual([
      ...[target, 404, false],
    ]);
  }
});

async function listening(headersTimeoutMs = 10_000): Promise<number> {
  const { app } = await openApp({}, { headersTimeoutMs, ...withSite });
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}
