import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test, vi } from 'vitest';

import { mostAddresses } from '#server/domain/alerts.ts';

import { newSubscriber } from '../support/push-service.ts';
import { addresses, alertingApp, publishVacancy, subscribe, waiting } from './alerting-app.ts';
import { stores } from './stores.ts';
import { post, testApp } from './test-app.ts';

describe.each(stores)('with $name', ({ settings }) => {
  test('an address is kept once; a new one of the same browser takes its place', async ({ skip }) => {
    const { app, store } = await alertingApp(await settings(skip));
    const { subscription } = await subscribe(app);
    await post(app, 'alerts', { subscription });
    const next = newSubscriber().subscription;
    const answer = await post(app, 'alerts', { subscription: next, replaces: subscription.endpoint });
    expect(answer.json()).toEqual({ payload: { publicKey: expect.any(String) } });
    await post(app, 'alerts', { subscription: next, replaces: next.endpoint });
    const {
      created_at: _,
      reached_at,
      ...row
    } = await store.db.selectFrom('alerts').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual({ endpoint: next.endpoint, ...next.keys });
    expect([reached_at, await addresses(store)]).toEqual([null, [next.endpoint]]);
  });
});

test('what is switched off is gone from every file of the store', async () => {
  const { app, config, store } = await alertingApp({}, undefined);
  const { subscription } = await subscribe(app);
  await publishVacancy(config, 'Valve Test Intern');
  const holds = () =>
    readdirSync(config.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) =>
        [subscription.endpoint, subscription.keys.auth].some((secret) => readFileSync(file).includes(secret)),
      );
  expect(holds()).not.toEqual([]);
  const answer = await app.inject({
    method: 'DELETE',
    url: '/connect/v1/alerts',
    payload: { endpoint: subscription.endpoint },
  });
  expect(answer.statusCode).toBe(204);
  expect(holds()).toEqual([]);
  await vi.waitFor(async () => expect(await waiting(store)).toEqual([]), { timeout: 120_000, interval: 20 });
});

test.each([
  'https://push.example.com/x',
  'https://fcm.googleapis.com.example.com/x',
  'https://evilpush.apple.com/x',
  'http://fcm.googleapis.com/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://localhost/x',
  'https://push.localhost/x',
  'https://printer.local/x',
  'https://db.internal/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user@fcm.googleapis.com/x',
  'https://fcm.googleapis.com./x',
  'ftp://fcm.googleapis.com/x',
  `https://fcm.googleapis.com/${'x'.repeat(1_000)}`,
  '',
  7,
])('%s is no address of a push service', async (endpoint) => {
  const { app, store } = await alertingApp({});
  const { keys } = newSubscriber().subscription;
  const answer = await post(app, 'alerts', { subscription: { endpoint, keys } });
  expect([answer.statusCode, answer.json()]).toEqual([422, { error: expect.stringContaining('endpoint') }]);
  expect(await addresses(store)).toEqual([]);
});

test.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
])('%s is one', async (endpoint) => {
  const { app, store } = await alertingApp({});
  const { keys } = newSubscriber().subscription;
  expect((await post(app, 'alerts', { subscription: { endpoint, keys } })).statusCode).toBe(201);
  expect(await addresses(store)).toEqual([endpoint]);
});

test('thousands of addresses that no push ever reached shut nobody out', async () => {
  const { app, store } = await alertingApp({});
  const { subscription: reached } = await subscribe(app);
  const longAgo = '2026-01-01';
  await store.db.updateTable('alerts').set({ created_at: longAgo, reached_at: longAgo }).execute();
  const row = { ...reached.keys, created_at: '2026-01-02', reached_at: null };
  const rows = Array.from({ length: mostAddresses }, (_, index) => ({
    ...row,
    endpoint: `https://x/${index}`,
  }));
  for (let start = 0; start < rows.length; start += 1_000)
    await store.db
      .insertInto('alerts')
      .values(rows.slice(start, start + 1_000))
      .execute();
  const { subscription: late } = await subscribe(app);
  const kept = await addresses(store);
  expect(kept).toHaveLength(mostAddresses);
  expect(kept).toEqual(expect.arrayContaining([reached.endpoint, late.endpoint]));
});

test('keys that cannot be used are refused', async () => {
  const { app } = await alertingApp({});
  const { endpoint, keys } = newSubscriber().subscription;
  for (const subscription of [
    { endpoint, keys: { ...keys, p256dh: keys.auth } },
    { endpoint, keys: { ...keys, auth: 'short' } },
    { endpoint },
  ]) {
    const answer = await post(app, 'alerts', { subscription });
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
      422,
      expect.stringContaining('keys'),
    ]);
  }
});

test('writes count against the limit and may not come from another site; a provider is asked for none of it', async () => {
  const { app } = await alertingApp({ RATE_LIMIT_MAX: '2' });
  const { endpoint } = newSubscriber().subscription;
  const remove = (headers = {}) =>
    app.inject({ method: 'DELETE', url: '/connect/v1/alerts', payload: { endpoint }, headers });
  expect((await remove({ origin: 'https://evil.example' })).statusCode).toBe(403);
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 204]);
  const { statusCode, headers } = await remove();
  expect([statusCode, Number(headers['retry-after'])]).toEqual([429, expect.any(Number)]);
  const { app: proxy } = await testApp({ CONNECT_UPSTREAM: 'http://127.0.0.1:9/v1' });
  for (const method of ['GET', 'POST', 'DELETE'] as const)
    expect((await proxy.inject({ method, url: '/connect/v1/alerts' })).statusCode).toBe(404);
});
