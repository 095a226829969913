import { expect, onTestFinished, test } from 'vitest';

import { openKeys } from '#server/db/open-store.ts';

import { providerOf } from './provider-of.ts';
import { application, post, testApp } from './test-app.ts';

const secret = 'A-secret-of-theirs-123';
const json = { 'content-type': 'application/json' };

test("a provider's own words on an application are passed on, and its secret is kept nowhere", async () => {
  const seen: unknown[] = [];
  const base = await providerOf((url, response) => {
    const { method, headers } = response.req;
    seen.push([method, url, headers['application-secret']]);
    if (method === 'POST')
      return response.writeHead(201, json).end(JSON.stringify({ message: 'Taken', secret, more: 1 }));
    if (method === 'DELETE') return response.writeHead(204).end();
    return response.writeHead(200, json).end('{"payload":{"state":"read"}}');
  });
  const { app, config } = await testApp({ CONNECT_UPSTREAM: base });
  const send = () => post(app, 'job-apply', application, { 'idempotency-key': 'k' });
  expect((await send()).json()).toEqual({ message: 'Taken', secret, more: 1 });
  expect((await send()).json()).toEqual({ message: expect.any(String) });
  const store = await openKeys(config);
  onTestFinished(() => store.close());
  expect(JSON.stringify(await store.db.selectFrom('seen_keys').selectAll().execute())).not.toContain(secret);
  const ask = (method: 'GET' | 'DELETE') =>
    app.inject({ method, url: '/connect/v1/application', headers: { 'application-secret': secret } });
  const answer = await ask('GET');
  expect([answer.statusCode, answer.body]).toEqual([200, '{"payload":{"state":"read"}}']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await ask('DELETE')).statusCode).toBe(204);
  expect(seen.slice(1)).toEqual([
    ['GET', '/application', secret],
    ['DELETE', '/application', secret],
  ]);
});

test('alerts of a provider are not named: their calls are not passed on', async () => {
  const base = await providerOf((_, response) =>
    response.writeHead(200, json).end('{"payload":["status","alerts"]}'),
  );
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  expect((await app.inject('/connect/v1/features')).json()).toEqual({ payload: ['status'] });
});

test('a provider that knows neither features nor applications gives what it gives', async () => {
  const base = await providerOf((_, response) => response.writeHead(404, json).end('{"error":"What?"}'));
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  for (const url of ['/connect/v1/features', '/connect/v1/application']) {
    const { statusCode, body } = await app.inject(url);
    expect([statusCode, body]).toEqual([404, '{"error":"What?"}']);
  }
});
