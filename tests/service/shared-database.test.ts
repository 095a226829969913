import { expect, onTestFinished, test, vi } from 'vitest';

import { applications } from '#server/commands/applications.ts';
import { stats } from '#server/commands/stats.ts';
import { subscribers } from '#server/commands/subscribers.ts';
import { claimNext } from '#server/notifications/queue.ts';
import { openStore } from '#server/store/open-store.ts';

import { withClient } from '../support/postgres.ts';
import { postgresStore } from './stores.ts';
import { application, openVacancy, post, testApp } from './test-app.ts';

const postgres = postgresStore.settings;

test('two servers that get the same key at once store one application and give the same answer', async ({
  skip,
}) => {
  const settings = await postgres(skip);
  // Both make the schema and the sample content of a new database at once.
  const [one, two] = await Promise.all([testApp(settings), testApp(settings)]);
  const job = await openVacancy(one.app);
  for (let round = 0; round < 25; round += 1) {
    const body = { ...application, job, description: `Round ${round}` };
    const headers = { 'idempotency-key': `key-${round}` };
    const answers = await Promise.all(
      [one, two, one, two].map(({ app }) => post(app, 'job-apply', body, headers)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed']).length).toBe(3);
  }
  expect(JSON.parse(await applications.run(['--json'], one.config))).toHaveLength(25);
});

test('the same content that two servers get under many keys at once is one application', async ({ skip }) => {
  const settings = await postgres(skip);
  const [one, two] = await Promise.all([testApp(settings), testApp(settings)]);
  const job = await openVacancy(one.app);
  for (let round = 0; round < 5; round += 1) {
    const body = { ...application, job, description: `Round ${round}` };
    const answers = await Promise.all(
      [one, two, one, two].map(({ app }, number) =>
        post(app, 'job-apply', body, { 'idempotency-key': `key-${round}-${number}` }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  }
  expect(JSON.parse(await applications.run(['--json'], one.config))).toHaveLength(5);
});

test('the same address sent to two servers at once is one subscriber', async ({ skip }) => {
  const settings = await postgres(skip);
  const [one, two] = await Promise.all([testApp(settings), testApp(settings)]);
  const person = { name: 'Ada Banda', email: 'ada@example.com' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      post(number % 2 ? one.app : two.app, 'subscribe', person, { 'idempotency-key': `k${number}` }),
    ),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
  expect(JSON.parse(await subscribers.run(['--json'], one.config))).toHaveLength(1);
});

test('what one server publishes, the other shows', async ({ skip }) => {
  const settings = await postgres(skip);
  const [one, two] = await Promise.all([testApp(settings), testApp(settings)]);
  const job = await openVacancy(two.app);
  const { vacancy } = await import('#server/commands/vacancies.ts');
  await vacancy.run(['close', job], one.config);
  expect(await openVacancy(two.app)).not.toBe(job);
});

test('a request whose first copy is still at work on another server is told 409', async ({ skip }) => {
  const settings = await postgres(skip);
  const { app } = await testApp(settings);
  await withClient(settings.DATABASE_URL ?? '', async (other) => {
    await other.query('begin');
    await other.query(
      "insert into answers (request_key, call, body, created_at) values ('key:busy', '/subscribe', '', '2026')",
    );
    const answer = await post(
      app,
      'subscribe',
      { name: 'Ada Banda', email: 'ada@example.com' },
      { 'idempotency-key': 'busy' },
    );
    expect([answer.statusCode, Number(answer.headers['retry-after']) > 0]).toEqual([409, true]);
    await other.query('rollback');
  });
});

test('a connection that breaks in the middle of a write does not end the server', async ({ skip }) => {
  const settings = await postgres(skip);
  const { app, config } = await testApp(settings);
  await withClient(settings.DATABASE_URL ?? '', async (other) => {
    await other.query('begin');
    await other.query('lock table answers');
    let answered = 0;
    const answers = ['a', 'b', 'c'].map((key) =>
      post(app, 'subscribe', { name: 'Ada', email: 'ada@example.com' }, { 'idempotency-key': key }).finally(
        () => {
          answered += 1;
        },
      ),
    );
    await withClient(settings.DATABASE_URL ?? '', async (watcher) => {
      const isWaiting = "wait_event_type = 'Lock' and datname = current_database()";
      const end = `select pg_terminate_backend(pid) from pg_stat_activity where ${isWaiting}`;
      let ended = 0;
      while (answered < answers.length) ended += (await watcher.query(end)).rowCount ?? 0;
      expect(ended).toBeGreaterThan(0);
    });
    // A machine so slow that the wait for the lock ends first says 409.
    for (const { statusCode } of await Promise.all(answers)) expect([503, 409]).toContain(statusCode);
    await other.query('rollback');
  });
  const again = await post(app, 'subscribe', { name: 'Ada', email: 'ada@example.com' });
  expect(again.statusCode).toBe(201);
  expect(await subscribers.run([], config)).toContain('ada@example.com');
});

test('while the database is away the answer is 503, and afterwards all is well again', async ({ skip }) => {
  const settings = await postgres(skip);
  const { app, config } = await testApp(settings);
  const provided = await testApp({ ...settings, CONNECT_UPSTREAM: 'http://127.0.0.1:9' });
  const name = new URL(settings.DATABASE_URL ?? '').pathname.slice(1);
  const admin = (sql: string) =>
    withClient((settings.DATABASE_URL ?? '').replace(/[^/]+$/, 'postgres'), (client) => client.query(sql));
  await admin(`alter database ${name} with allow_connections false`);
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  const away = await app.inject('/connect/v1/job-list');
  expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '5']);
  // In front of a provider, writes need the database as well.
  for (const one of [app, provided.app]) expect((await one.inject('/healthz')).statusCode).toBe(503);
  const page = await app.inject('/insider/career');
  expect([page.statusCode, page.body.includes('<h1>insider/career.html</h1>')]).toEqual([200, true]);
  await admin(`alter database ${name} with allow_connections true`);
  expect((await app.inject('/connect/v1/job-list')).statusCode).toBe(200);
  expect(await stats.run([], config)).toContain('open vacancies');
});

test('servers whose clocks differ by minutes do not both take a message', async ({ skip }) => {
  const settings = await postgres(skip);
  const { app, config } = await testApp({ ...settings, NOTIFY_WEBHOOK: 'http://127.0.0.1:9/hook' });
  await post(app, 'job-apply', { ...application, job: await openVacancy(app) });
  const store = await openStore(config);
  onTestFinished(() => store.close());
  expect(await claimNext(store, ['webhook'])).toMatchObject({ tries: 1 });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await claimNext(store, ['webhook'])).toBeUndefined();
});
