import { expect, test } from 'vitest';

import { newSubscriber } from '../support/push-service.ts';
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
