import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { withStore } from '#server/commands/command.ts';

import { withClient } from '../kit/postgres.ts';
import { ada, answered, key, newDatabase, openApp, temporaryFolder, until } from '../service/store.ts';
import { withSite } from '../service/with-site.ts';

/** Two servers that create the schema and the sample content in a new database at the same time. */
async function openBoth() {
  const DATABASE_URL = await newDatabase();
  const [one, two] = await Promise.all([openApp({ DATABASE_URL }), openApp({ DATABASE_URL })]);
  return { one, two, url: DATABASE_URL, name: new URL(DATABASE_URL).pathname.slice(1) };
}

test.each([
  ['one key', (round: number) => key(`key-${round}`)],
  ['many keys', () => key(crypto.randomUUID())],
])('the same application sent to two servers at once under %s is stored once', async (_, headers) => {
  const { one, two } = await openBoth();
  for (let round = 0; round < 15; round += 1) {
    const description = `Round ${round}`;
    const answers = await Promise.all(
      [one, two, one, two].map(({ apply }) => apply({ description }, headers(round))),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(201));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers['idempotency-replayed'])).toHaveLength(3);
  }
  expect(await one.list()).toHaveLength(15);
});

test('the same email address sent to two servers at once becomes one subscriber', async () => {
  const { one, two } = await openBoth();
  const sent = [one, two, one, two, one, two].map(({ post }, index) =>
    post('subscribe', ada, key(`${index}`)),
  );
  for (const { statusCode } of await Promise.all(sent)) expect(statusCode).toBe(201);
  expect(await one.subscribers()).toHaveLength(1);
});

test('a standby is not healthy, and a write that it refuses is to be retried', async () => {
  const { one, url, name } = await openBoth();
  await answered(200, one.get('/healthz'));
  const reconnect = async (...changes: string[]) =>
    withClient(url, async (client) => {
      for (const change of changes) await client.query(change);
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = '${name}' and pid <> pg_backend_pid()`);
    });
  await reconnect(`alter database ${name} set default_transaction_read_only = on`);
  const { headers } = await until(() => answered(503, one.post('subscribe', ada)));
  expect(headers['retry-after']).toBe('5');
  // Fake the standby's answer, which saves a second machine.
  await reconnect(
    'set default_transaction_read_only = off',
    `alter database ${name} reset default_transaction_read_only`,
    `alter database ${name} set search_path = public, pg_catalog`,
    "create function public.pg_is_in_recovery() returns boolean language sql as 'select true'",
  );
  await until(() => answered(503, one.get('/healthz')));
});

test('a repeat gets a 409 while another server is still processing the first request', async () => {
  const { one, url } = await openBoth();
  await withClient(url, async (other) => {
    await other.query('begin');
    await other.query(
      "insert into subscribers (email_key, email, name, created_at, request_key, fingerprint, token, search_text) values ('x', 'x', 'x', '2026', 'busy', 'x', 'token', 'x')",
    );
    const { headers } = await answered(409, one.post('subscribe', ada, key('busy')));
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await other.query('rollback');
  });
});

test('a connection that breaks in the middle of a write does not end the server', async () => {
  const { one, url } = await openBoth();
  const subscribe = (name: string) => one.post('subscribe', ada, key(name));
  await withClient(url, async (other) => {
    await other.query(`
      create function end_connection() returns trigger language plpgsql
        as 'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
      create trigger ending before insert on subscribers execute function end_connection()`);
    for (const name of ['a', 'b', 'c']) await answered(503, subscribe(name));
    await other.query('drop trigger ending on subscribers');
  });
  await answered(201, subscribe('d'));
  expect(await one.subscribers()).toMatchObject([ada]);
});

test('while the database is down calls get a 503 and pages come as shells; afterwards both work again', async () => {
  const { url, name } = await openBoth();
  const { get, list, read } = await openApp({ DATABASE_URL: url }, withSite);
  const admin = (sql: string) => withClient(url.replace(/[^/]+$/, 'postgres'), (client) => client.query(sql));
  await admin(`alter database ${name} with allow_connections false`);
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  expect((await answered(503, read('job-list'))).headers['retry-after']).toBe('5');
  await answered(503, get('/healthz'));
  expect((await answered(200, get('/insider/career'))).body).not.toContain('server-data');
  await admin(`alter database ${name} with allow_connections true`);
  expect((await answered(200, get('/insider/career'))).body).toContain('server-data');
  expect(await list()).toEqual([]);
});

test('a page does not wait for a database that does not respond', async () => {
  const { url } = await openBoth();
  const { get } = await openApp({ DATABASE_URL: url }, { ...withSite, pageTimeoutMs: 300 });
  await withClient(url, async (other) => {
    await other.query('begin; lock table facts, articles, vacancies in access exclusive mode');
    // Hold the lock until the page has arrived.
    expect((await answered(200, get('/media-room'))).body).not.toContain('server-data');
    await other.query('rollback');
  });
});

test('a read-only database is refused at the start', async () => {
  const { url, name } = await openBoth();
  await withClient(url, (client) =>
    client.query(`alter database ${name} set default_transaction_read_only = on`),
  );
  await expect(openApp({ DATABASE_URL: url, DATA_DIR: temporaryFolder() })).rejects.toThrow(
    'DATABASE_URL: the database is read-only.',
  );
});

test('PostgreSQL does not compile the office’s counts, which takes far longer than counting', async () => {
  const { one } = await openBoth();
  const { rows } = await withStore(one.config, ({ db }) => sql`show jit`.execute(db));
  expect(rows).toEqual([{ jit: 'off' }]);
});
