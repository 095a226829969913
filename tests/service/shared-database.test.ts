import { expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';

import { withClient } from '../support/postgres.ts';
import { listed } from './followed.ts';
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
  expect(await listed(one.config)).toHaveLength(25);
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
  expect(await listed(one.config)).toHaveLength(5);
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
  expect(await listed(one.config, 'subscribers')).toHaveLength(1);
});

test('what one server publishes, the other shows', async ({ skip }) => {
  const settings = await postgres(skip);
  const [one, two] = await Promise.all([testApp(settings), testApp(settings)]);
  const job = await openVacancy(two.app);
  await runLine(one.config, 'vacancy', 'close', job);
  expect(await openVacancy(two.app)).not.toBe(job);
});

test('a request whose first copy is still at work on another server is told 409', async ({ skip }) => {
  const settings = await postgres(skip);
  const { app } = await testApp(settings);
  await withClient(settings.DATABASE_URL ?? '', async (other) => {
    await other.query('begin');
    await other.query(
      "insert into subscribers (email_key, email, name, created_at, request_key, fingerprint, flagged) values ('x', 'x', 'x', '2026', 'busy', 'x', 0)",
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
    await other.query('lock table subscribers in access exclusive mode');
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
  expect(await listed(config, 'subscribers')).toMatchObject([{ email: 'ada@example.com' }]);
});

test('while the database is away the answer is 503, and afterwards all is well again', async ({ skip }) => {
  const settings = await postgres(skip);
  const { app, config } = await testApp(settings);
  const name = new URL(settings.DATABASE_URL ?? '').pathname.slice(1);
  const admin = (sql: string) =>
    withClient((settings.DATABASE_URL ?? '').replace(/[^/]+$/, 'postgres'), (client) => client.query(sql));
  await admin(`alter database ${name} with allow_connections false`);
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  const away = await app.inject('/connect/v1/job-list');
  expect([away.statusCode, away.headers['retry-after']]).toEqual([503, '5']);
  expect((await app.inject('/healthz')).statusCode).toBe(503);
  const page = await app.inject('/insider/career');
  expect([page.statusCode, page.body.includes('<h1>insider/career.html</h1>')]).toEqual([200, true]);
  await admin(`alter database ${name} with allow_connections true`);
  expect((await app.inject('/connect/v1/job-list')).statusCode).toBe(200);
  expect(await listed(config)).toEqual([]);
});
