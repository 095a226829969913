import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { importAnswers } from '#server/commands/import.ts';
import { vacancy } from '#server/commands/vacancies.ts';
import { longestPush } from '#src/contract/alerts.ts';

import { claimsOf, startPushService } from '../support/push-service.ts';
import { addresses, alertingApp, hurry, publishVacancy, subscribe, waiting } from './alerting-app.ts';
import { patient, until } from './patience.ts';
import { postgresStore, stores } from './stores.ts';
import { temporaryFolder } from './test-app.ts';

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
      'content-type': 'application/notification+json',
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    });
    const week = 7 * 86_400;
    expect(Number(push.headers.ttl)).toBeGreaterThan(week - 3_600);
    expect(Number(push.headers.ttl)).toBeLessThanOrEqual(week);
    expect(claimsOf(push, publicKey)).toMatchObject({
      aud: 'https://push.example.com',
      sub: expect.stringMatching(/^mailto:/),
    });
  });

  test('404 and 410 remove an address; 429 is left alone for as long as it asks, 400 for a day; 500 and silence are tried again', {
    ...patient,
  }, async ({ skip }) => {
    await using service = await startPushService();
    const { app, config, store } = await alertingApp(await settings(skip), service);
    service.answer = (path) =>
      path.startsWith('/429/') ? { status: 429, headers: { 'retry-after': '7200' } } : undefined;
    const kept = new Map<string, string>();
    for (const answers of ['201', '404', '410', '429', '500', '400'])
      kept.set((await subscribe(app, answers)).subscription.endpoint, answers);
    await publishVacancy(config, 'Valve Test Intern');
    const problems = async () => (await waiting(store)).map(({ problem }) => problem).sort();
    await until(async () => expect(await problems()).toEqual(['HTTP 400', 'HTTP 429', 'HTTP 500']));
    const left = (await addresses(store)).map((endpoint) => kept.get(endpoint)).sort();
    expect(left).toEqual(['201', '400', '429', '500']);
    const minutesUntil = Object.fromEntries(
      (await waiting(store)).map(({ problem, due_at }) => [
        problem,
        Math.round((Date.parse(due_at) - Date.now()) / 60_000),
      ]),
    );
    expect(minutesUntil['HTTP 400']).toBeGreaterThan(1_430);
    expect(minutesUntil['HTTP 429']).toBeGreaterThan(110);
    expect(minutesUntil['HTTP 500']).toBeLessThanOrEqual(1);
    service.answer = () => ({ status: 201 });
    await hurry(store);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect(service.pushes).toHaveLength(9);
  });

  test('a push service that says nothing holds no other address up, and gets the push after a restart of the server', {
    ...patient,
  }, async ({ skip }) => {
    await using service = await startPushService();
    const chosen = { DATA_DIR: temporaryFolder(), ...(await settings(skip)) };
    const { app, config, store, publicKey } = await alertingApp(chosen, service);
    const silent = await subscribe(app, 'silent');
    const told = await subscribe(app);
    await publishVacancy(config, 'Valve Test Intern');
    await until(() => expect([silent, told].map(({ read }) => read(service.pushes).length)).toEqual([1, 1]));
    await until(async () => expect(await waiting(store)).toHaveLength(1));
    // Given back at once: what is under way when the server stops is not lost, and is no failed try.
    await app.close();
    expect(await waiting(store)).toMatchObject([{ tries: 0, problem: null }]);
    service.answer = () => ({ status: 201 });
    expect((await alertingApp(chosen, service)).publicKey).toBe(publicKey);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect([silent, told].map(({ read }) => read(service.pushes).length)).toEqual([2, 1]);
  });

  test('closed and open again within minutes it is not told twice; closed it is not told at all', {
    ...patient,
  }, async ({ skip }) => {
    await using service = await startPushService();
    const { app, config, store } = await alertingApp(await settings(skip), service);
    await subscribe(app);
    await publishVacancy(config, 'Valve Test Intern');
    await until(async () => expect(await waiting(store)).toEqual([]));
    await vacancy.run(['close', 'valve-test-intern'], config);
    await vacancy.run(['open', 'valve-test-intern'], config);
    await publishVacancy(config, 'Valve Test Intern', 'internship', 'You test many valves.');
    expect(await waiting(store)).toEqual([]);
    service.answer = () => ({ status: 500 });
    await publishVacancy(config, 'Fleet Helper');
    await until(async () => expect(await waiting(store)).toMatchObject([{ problem: 'HTTP 500' }]));
    await vacancy.run(['close', 'fleet-helper'], config);
    await hurry(store);
    await until(async () => expect(await waiting(store)).toMatchObject([{ problem: 'CLOSED' }]));
    expect(service.pushes).toHaveLength(2);
    // After a week it is news again.
    service.answer = () => ({ status: 201 });
    const told_at = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await store.db.updateTable('vacancies').set({ told_at }).execute();
    await vacancy.run(['open', 'fleet-helper'], config);
    await until(() => expect(service.pushes).toHaveLength(3));
  });

  test('an imported vacancy is told as well, once', { ...patient }, async ({ skip }) => {
    await using service = await startPushService();
    const { app, config, store } = await alertingApp(await settings(skip), service);
    const subscriber = await subscribe(app);
    const file = join(temporaryFolder(), 'jobs.json');
    writeFileSync(file, JSON.stringify([{ _id: 'v9', name: 'Solder Hand', type: 'part-time' }]));
    for (let time = 0; time < 2; time += 1) await importAnswers.run([file, '--as', 'vacancies'], config);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect(subscriber.read(service.pushes).map(({ notification }) => notification.title)).toEqual([
      'New vacancy: Solder Hand',
    ]);
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
  expect(service.pushes[0]?.body.length).toBeLessThan(longestPush + 200);
  const text = subscriber.read(service.pushes)[0]?.notification.data.vacancy.description ?? '';
  expect(text).toMatch(
    /^(?:<p>Some words about the work\.<\/p>\n?)+<p>The rest of this text comes when you are online\.<\/p>$/,
  );
  expect(text.length).toBeGreaterThan(1_500);
});
