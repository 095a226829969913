import { describe, expect, test } from 'vitest';

import { vacancy } from '#server/commands/vacancies.ts';
import type { Store } from '#server/store/open-store.ts';

import { newSubscriber, startPushService } from '../support/push-service.ts';
import { addresses, alertingApp, hurry, publishVacancy, subscribe, waiting } from './alerting-app.ts';
import { patient, until } from './patience.ts';
import { stores } from './stores.ts';
import { post } from './test-app.ts';

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();

/** As if what waits had been tried for more than a week, once a day. */
async function pretendAWeek({ db }: Store): Promise<void> {
  await db
    .updateTable('outgoing')
    .set({ created_at: daysAgo(8), tries: 7 })
    .execute();
}

describe.each(stores)('with $name', ({ settings }) => {
  test.for(['500', '400', '403'])(
    'a week of HTTP %s ends the push, and the address only where others were reached',
    {
      ...patient,
    },
    async (status, { skip }) => {
      await using service = await startPushService();
      const { app, config, store } = await alertingApp(await settings(skip), service);
      const { subscription } = await subscribe(app, status);
      await publishVacancy(config, 'Valve Test Intern');
      await until(async () => expect(await waiting(store)).toMatchObject([{ problem: `HTTP ${status}` }]));
      await pretendAWeek(store);
      await hurry(store);
      await until(async () => expect(await waiting(store)).toEqual([]));
      // It may as well have been this server that could reach nobody.
      expect(await addresses(store)).toHaveLength(1);
      const other = (await subscribe(app)).subscription;
      await publishVacancy(config, 'Fleet Helper');
      await until(async () => expect(await waiting(store)).toMatchObject([{ problem: `HTTP ${status}` }]));
      await until(() => expect(service.pushes).toHaveLength(3));
      await pretendAWeek(store);
      await hurry(store);
      await until(async () => expect(await waiting(store)).toEqual([]));
      const left = status === '403' ? [subscription.endpoint, other.endpoint] : [other.endpoint];
      expect((await addresses(store)).sort()).toEqual(left.sort());
    },
  );

  test('what waits for an address goes to the one that takes its place', { ...patient }, async ({ skip }) => {
    await using service = await startPushService();
    const { app, config, store } = await alertingApp(await settings(skip), service);
    const { subscription } = await subscribe(app, '500');
    await publishVacancy(config, 'Valve Test Intern');
    await until(async () => expect(await waiting(store)).toMatchObject([{ problem: 'HTTP 500' }]));
    const next = newSubscriber();
    const { endpoint: replaces } = subscription;
    await post(app, 'alerts', { subscription: next.subscription, replaces });
    expect(await addresses(store)).toEqual([next.subscription.endpoint]);
    // Without the pause that was the old one's.
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect(next.read(service.pushes)).toHaveLength(1);
  });

  test('a clock that has jumped ends no push', { ...patient }, async ({ skip }) => {
    await using service = await startPushService();
    const { app, config, store } = await alertingApp(await settings(skip), service);
    await subscribe(app, '500');
    await publishVacancy(config, 'Valve Test Intern');
    await until(async () => expect(await waiting(store)).toMatchObject([{ problem: 'HTTP 500' }]));
    // The last look was years before the clock's time.
    await store.db
      .updateTable('facts')
      .set({ value: daysAgo(900) })
      .where('name', '=', 'clock-trusted')
      .execute();
    await pretendAWeek(store);
    await hurry(store);
    await until(async () => expect(await waiting(store)).toMatchObject([{ problem: 'CLOCK' }]));
    expect(await addresses(store)).toHaveLength(1);
  });

  test('a vacancy that closes before all were told and opens again reaches the rest', { ...patient }, async ({
    skip,
  }) => {
    await using service = await startPushService();
    service.answer = (path) => (path.startsWith('/500/') ? undefined : { status: 201 });
    const { app, config, store } = await alertingApp(await settings(skip), service);
    await subscribe(app, '201');
    const late = await subscribe(app, '500');
    await publishVacancy(config, 'Valve Test Intern');
    await until(async () => expect(await waiting(store)).toMatchObject([{ problem: 'HTTP 500' }]));
    await vacancy.run(['close', 'valve-test-intern'], config);
    await hurry(store);
    await until(async () => expect(await waiting(store)).toMatchObject([{ problem: 'CLOSED' }]));
    expect(service.pushes).toHaveLength(2);
    service.answer = () => ({ status: 201 });
    await vacancy.run(['open', 'valve-test-intern'], config);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect([service.pushes.length, late.read(service.pushes).length]).toEqual([3, 2]);
  });

  test('a vacancy that was told by a clock far ahead is told again', { ...patient }, async ({ skip }) => {
    await using service = await startPushService();
    const { app, config, store } = await alertingApp(await settings(skip), service);
    await publishVacancy(config, 'Valve Test Intern');
    await until(async () => expect(await waiting(store)).toEqual([]));
    await vacancy.run(['close', 'valve-test-intern'], config);
    await store.db
      .updateTable('vacancies')
      .set({ told_at: daysAgo(-900) })
      .execute();
    await subscribe(app);
    await vacancy.run(['open', 'valve-test-intern'], config);
    await until(() => expect(service.pushes).toHaveLength(1));
  });
});
