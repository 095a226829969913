import { expect, onTestFinished, test } from 'vitest';

import { deleteOldCounts } from '#server/connect/rate-limit.ts';
import { openStore } from '#server/store/open-store.ts';

import { newSubscriber } from '../support/push-service.ts';
import { postgresStore } from './stores.ts';
import { post, testApp } from './test-app.ts';

const person = (number: number) => ({ name: 'Somebody', email: `person${number}@example.com` });

test('over the limit the answer is 429 in the error shape, with the seconds to wait', async () => {
  const { app } = await testApp({ RATE_LIMIT_MAX: '3', RATE_LIMIT_WINDOW_S: '60' });
  const statuses = [];
  for (const number of [1, 2, 3, 4]) statuses.push((await post(app, 'subscribe', person(number))).statusCode);
  expect(statuses).toEqual([201, 201, 201, 429]);
  const refused = await post(app, 'subscribe', person(5));
  expect(refused.json()).toEqual({ error: expect.stringContaining('Too many requests') });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await app.inject('/connect/v1/job-list')).statusCode).toBe(200);
});

test('the repeat of an answered request is never over the limit', async () => {
  const { app } = await testApp({ RATE_LIMIT_MAX: '1' });
  const headers = { 'idempotency-key': 'again' };
  for (let round = 0; round < 5; round += 1)
    expect((await post(app, 'subscribe', person(1), headers)).statusCode).toBe(201);
  expect((await post(app, 'subscribe', person(2))).statusCode).toBe(429);
});

test('a key that one call has answered lifts no other call over the limit', async () => {
  const { app } = await testApp({ RATE_LIMIT_MAX: '2' });
  const headers = { 'idempotency-key': 'known' };
  expect((await post(app, 'subscribe', person(1), headers)).statusCode).toBe(201);
  const statuses = [];
  for (let round = 0; round < 2; round += 1) {
    const { subscription } = newSubscriber();
    statuses.push((await post(app, 'alerts', { subscription }, headers)).statusCode);
  }
  expect(statuses).toEqual([201, 429]);
});

test('behind a trusted proxy each visitor has a limit, and cannot invent addresses', async () => {
  const { app } = await testApp({ RATE_LIMIT_MAX: '1', TRUST_PROXY: '1' });
  const from = async (addresses: string, number: number) =>
    (await post(app, 'subscribe', person(number), { 'x-forwarded-for': addresses })).statusCode;
  expect(await from('198.51.100.1', 1)).toBe(201);
  expect(await from('198.51.100.2', 2)).toBe(201);
  expect(await from('203.0.113.7, 198.51.100.2', 3)).toBe(429);
});

test('without a trusted proxy the header is not believed', async () => {
  const { app } = await testApp({ RATE_LIMIT_MAX: '1' });
  const from = async (address: string, number: number) =>
    (await post(app, 'subscribe', person(number), { 'x-forwarded-for': address })).statusCode;
  expect([await from('198.51.100.1', 1), await from('198.51.100.2', 2)]).toEqual([201, 429]);
});

test('servers with one PostgreSQL count together, and no address stays there', async ({ skip }) => {
  const settings = {
    RATE_LIMIT_MAX: '4',
    RATE_LIMIT_WINDOW_S: '300',
    ...(await postgresStore.settings(skip)),
  };
  const [one, two] = [await testApp(settings), await testApp(settings)];
  const sendAll = (count: number, from = '127.0.0.1') =>
    Promise.all(
      Array.from({ length: count }, (_, number) => {
        const { app } = number % 2 ? one : two;
        return app.inject({
          method: 'POST',
          url: '/connect/v1/subscribe',
          payload: person(number),
          headers: { 'idempotency-key': crypto.randomUUID() },
          remoteAddress: from,
        });
      }),
    );
  const statuses = (await sendAll(10)).map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([201, 201, 201, 201, 429, 429, 429, 429, 429, 429]);
  const [refused] = await sendAll(1);
  expect([refused?.statusCode, refused?.json()]).toEqual([
    429,
    { error: expect.stringContaining('Too many') },
  ]);
  const seconds = Number(refused?.headers['retry-after']);
  expect([seconds > 0, seconds <= 300]).toEqual([true, true]);
  expect((await sendAll(1, '198.51.100.7'))[0]?.statusCode).toBe(201);
  const store = await openStore(one.config);
  onTestFinished(() => store.close());
  const counts = () => store.db.selectFrom('post_counts').selectAll().execute();
  expect(JSON.stringify(await counts())).not.toMatch(/127\.0|198\.51/);
  await deleteOldCounts(store);
  expect(await counts()).toHaveLength(2);
  await store.db.updateTable('post_counts').set({ ends_at: 0 }).execute();
  expect((await sendAll(1))[0]?.statusCode).toBe(201);
  await deleteOldCounts(store);
  expect(await counts()).toHaveLength(1);
});
