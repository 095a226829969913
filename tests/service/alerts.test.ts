import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import type { Store } from '#server/db/open-store.ts';
import { maxPushBytes } from '#src/contract/alerts.ts';

import { claimsOf, newSubscriber, startPushService } from '../support/push-service.ts';
import { addresses, alertingApp, hurry, publishVacancy, subscribe, waiting } from './alerting-app.ts';
import { patient, until } from './patience.ts';
import { postgresStore, stores } from './stores.ts';
import { post, temporaryFolder } from './test-app.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const tried = async (store: Store) => (await waiting(store)).filter(({ tries }) => tries > 0);

describe.each(stores)('with $name', ({ settings }) => {
  test('a vacancy that opens is pushed once to each address, signed and readable for it alone', {
    ...patient,
  }, async ({ skip }) => {
    await using service = await startPushService();
    const { app, config, store, publicKey } = await alertingApp(await settings(skip), service);
    const [one, other] = [await subscribe(app), await subscribe(app)];
    await publishVacancy(config, 'Valve Test Intern');
    await until(async () => expect([await waiting(store), service.pushes.length]).toEqual([[], 2]));
    expect(other.read(service.pushes)).toEqual(one.read(service.pushes));
    const [message] = one.read(service.pushes);
    expect(message).toMatchObject({
      web_push: 8030,
      notification: {
        title: 'New vacancy: Valve Test Intern',
        body: 'Internship',
        navigate: `${config.siteUrl}/insider/career/valve-test-intern`,
        data: { vacancy: { _id: 'valve-test-intern', description: '<p>You test valves.</p>\n' } },
      },
    });
    const [push] = service.pushes;
    if (push === undefined) throw new Error('Nothing was pushed');
    expect(push.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(Number(push.headers.ttl)).toBeGreaterThan(23 * 3_600);
    expect(Number(push.headers.ttl)).toBeLessThanOrEqual(24 * 3_600);
    expect(claimsOf(push, publicKey)).toMatchObject({
      aud: 'https://fcm.googleapis.com',
      sub: expect.stringMatching(/^mailto:/),
    });
  });

  test('404 and 410 remove an address; anything else is tried again for a day, later where that is asked for', {
    ...patient,
  }, async ({ skip }) => {
    await using service = await startPushService();
    const { app, config, store } = await alertingApp(await settings(skip), service);
    service.answer = (path) =>
      path.startsWith('/429/') ? { status: 429, headers: { 'retry-after': '7200' } } : undefined;
    const kept = new Map<string, string>();
    for (const status of ['201', '404', '410', '429', '500', '403'])
      kept.set((await subscribe(app, status)).subscription.endpoint, status);
    const statusOf = ({ endpoint }: { endpoint: string }) => kept.get(endpoint) ?? '';
    await publishVacancy(config, 'Valve Test Intern');
    await until(() => expect(service.pushes).toHaveLength(6));
    await until(async () =>
      expect((await waiting(store)).map(statusOf).sort()).toEqual(['403', '429', '500']),
    );
    expect((await addresses(store)).map((endpoint) => kept.get(endpoint)).sort()).toEqual([
      '201',
      '403',
      '429',
      '500',
    ]);
    const minutesUntil = (due_at: string) => (Date.parse(due_at) - Date.now()) / 60_000;
    await until(async () => {
      const due = new Map((await waiting(store)).map((row) => [statusOf(row), minutesUntil(row.due_at)]));
      expect(due.get('429')).toBeGreaterThan(110);
      expect(due.get('500')).toBeLessThanOrEqual(0.5);
    });
    service.answer = (path) => (path.startsWith('/403/') ? undefined : { status: 201 });
    await hurry(store);
    await until(async () => expect((await waiting(store)).map(statusOf)).toEqual(['403']));
    await store.db
      .updateTable('pushes')
      .set({ created_at: hoursAgo(25) })
      .execute();
    await hurry(store);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect(await addresses(store), 'the fault may be ours').toHaveLength(4);
  });

  test('a push service that says nothing holds no other address up, and gets the push after a restart', {
    ...patient,
  }, async ({ skip }) => {
    await using service = await startPushService();
    const chosen = { DATA_DIR: temporaryFolder(), ...(await settings(skip)) };
    const { app, config, store, publicKey } = await alertingApp(chosen, service);
    const silent = await subscribe(app, 'silent');
    await publishVacancy(config, 'Valve Test Intern');
    await until(async () => expect(await tried(store)).toHaveLength(1));
    const told = await subscribe(app);
    await publishVacancy(config, 'Fleet Helper');
    await until(() => expect(told.read(service.pushes)).toHaveLength(1));
    await app.close();
    service.answer = () => ({ status: 201 });
    expect((await alertingApp(chosen, service)).publicKey).toBe(publicKey);
    await hurry(store);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect(silent.read(service.pushes).length).toBeGreaterThan(1);
  });

  test('closed and open again within a week it is not told twice; closed it is not told at all', {
    ...patient,
  }, async ({ skip }) => {
    await using service = await startPushService();
    const { app, config, store } = await alertingApp(await settings(skip), service);
    await subscribe(app);
    await publishVacancy(config, 'Valve Test Intern');
    await until(async () => expect([await waiting(store), service.pushes.length]).toEqual([[], 1]));
    await runLine(config, 'vacancy', 'close', 'valve-test-intern');
    await publishVacancy(config, 'Valve Test Intern');
    expect(await waiting(store)).toEqual([]);
    service.answer = () => ({ status: 500 });
    await publishVacancy(config, 'Fleet Helper');
    await until(async () => expect(await tried(store)).toHaveLength(1));
    await runLine(config, 'vacancy', 'close', 'fleet-helper');
    await hurry(store);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect(service.pushes).toHaveLength(2);
    // A clock that ran far ahead has told nobody lately, and after a week it is news again.
    service.answer = () => ({ status: 201 });
    await store.db
      .updateTable('vacancies')
      .set({ told_at: hoursAgo(-9_000) })
      .execute();
    await publishVacancy(config, 'Fleet Helper');
    await until(() => expect(service.pushes).toHaveLength(3));
  });

  test('what waits for an address goes to the one that takes its place', { ...patient }, async ({ skip }) => {
    await using service = await startPushService();
    const { app, config, store } = await alertingApp(await settings(skip), service);
    const { subscription } = await subscribe(app, '500');
    await publishVacancy(config, 'Valve Test Intern');
    await until(async () => expect(await tried(store)).toHaveLength(1));
    const next = newSubscriber();
    await post(app, 'alerts', { subscription: next.subscription, replaces: subscription.endpoint });
    expect(await addresses(store)).toEqual([next.subscription.endpoint]);
    await hurry(store);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect(next.read(service.pushes)).toHaveLength(1);
  });
});

test('servers that start together on one database agree on the keys', async ({ skip }) => {
  const chosen = await postgresStore.settings(skip);
  const together = await Promise.all([alertingApp(chosen), alertingApp(chosen)]);
  expect(new Set(together.map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(Buffer.from(together[0].publicKey, 'base64url')).toHaveLength(65);
});

test('a long description is cut so that the push stays short', { ...patient }, async () => {
  await using service = await startPushService();
  const { app, config } = await alertingApp({}, service);
  const subscriber = await subscribe(app);
  await publishVacancy(config, 'Much To Say', 'full-time', 'Some words about the work.\n\n'.repeat(300));
  await until(() => expect(service.pushes).toHaveLength(1));
  expect(service.pushes[0]?.body.length).toBeLessThan(maxPushBytes + 200);
  const text = subscriber.read(service.pushes)[0]?.notification.data.vacancy.description ?? '';
  expect(text).toMatch(
    /^(?:<p>Some words about the work\.<\/p>\n?)+<p>The rest of this text comes when you are online\.<\/p>$/,
  );
  expect(text.length).toBeGreaterThan(1_500);
});
