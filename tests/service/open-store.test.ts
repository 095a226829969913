import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';

import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import type { Config } from '#server/config.ts';
import { migrations } from '#server/store/migrations.ts';
import { openStore } from '#server/store/open-store.ts';

import { expectLogged } from './problems.ts';
import { ada, answered, applicant, openApp, stores, temporaryFolder, until } from './store.ts';

const run = promisify(execFile);

/** Opens the store as a release would that has one more migration. */
async function openNewer(config: Config, up: (db: Kysely<unknown>) => Promise<unknown>) {
  const { db, close } = await openStore(config);
  const later = { up: async (db: Kysely<unknown>) => void (await up(db)) };
  const provider = { getMigrations: async () => ({ ...migrations, '9999_later': later }) };
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  const { rows } = await sql<object>`select email, later from applications`
    .execute(db)
    .catch(() => ({ rows: [] }));
  await close();
  expect(error).toBeUndefined();
  return { ran: results?.length, rows };
}

async function addLater(db: Kysely<unknown>) {
  await sql`alter table applications add column later text`.execute(db);
  await sql`create table later (id text primary key)`.execute(db);
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('an older release can serve a store extended by a newer one, and its copy names what it leaves out; the newer one can then take over again', async () => {
    const { app, config, settings, command } = await openApp(await newStore());
    await app.close();
    expect(await openNewer(config, addLater)).toEqual({ ran: 1, rows: [] });
    const older = await openApp(settings);
    await answered(201, older.apply());
    await older.app.close();
    const copy = join(temporaryFolder(), 'copy');
    const isFile = config.databaseUrl === null;
    const { leftOut } = JSON.parse(await command('backup', copy, '--json')) as { leftOut: string[] };
    expect(leftOut.sort()).toEqual(isFile ? [] : ['applications.later', 'later.id']);
    await command('restore', '--exactly', copy);
    const rows = [{ email: applicant.email, later: null }];
    expect(await openNewer(config, addLater)).toEqual({ ran: isFile ? 0 : 1, rows });
  });

  test('a store of which a later migration says that it needs a newer release is refused with the name of the setting and a way back', async () => {
    const { app, config, settings } = await openApp(await newStore());
    await app.close();
    await openNewer(config, (db) =>
      sql`insert into facts (name, value) values ('needs', '9999_later')`.execute(db),
    );
    await expect(openApp(settings)).rejects.toThrow(
      /^DATA(_DIR|BASE_URL): .* newer version of this program \(9999_later\)\. .* restore the backup/,
    );
  });

  test('a store of an earlier version is refused with one sentence that says what to do', async () => {
    const { app, config, settings } = await openApp(await newStore());
    await app.close();
    const { db, close } = await openStore(config);
    await sql`update kysely_migration set name = '0001_schema' where name = '0001_tables'`.execute(db);
    await close();
    await expect(openApp(settings)).rejects.toThrow(
      /^DATA(_DIR|BASE_URL): an earlier version of this program made this store\. Start with an empty one\.$/,
    );
  });

  test('a store opened by several programs at once is created once, and an id is used once', async () => {
    const { config, settings } = await openApp();
    const env = { ...process.env, DATA_DIR: join(config.dataDir, 'new'), ...(await newStore()) };
    expect(settings.DATA_DIR).not.toBe(env.DATA_DIR);
    const program = `import { putArticle } from './tests/kit/article.ts';
      import { readConfig } from './server/config.ts';
      import { openStore } from './server/store/open-store.ts';
      const { write } = await openStore(readConfig(process.env));
      await write((trx) => putArticle(trx, { title: 'One' }, 'nothing'));
      process.exit();`;
    const publish = () => run(process.execPath, ['--input-type=module', '--eval', program], { env });
    const all = await Promise.allSettled([publish(), publish(), publish()]);
    const refused = all.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason));
    expect(refused).toEqual(Array(2).fill(expect.stringContaining('is already used by')));
  });
});

test("while a command holds the store's lock pages can be read, and a write waits until it is released", async () => {
  const { config, subscribers, post, read } = await openApp();
  using command = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  command.exec('begin immediate');
  // The write waits for the command, however long the reads take.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let isWritten = false;
  const write = post('subscribe', ada).finally(() => {
    isWritten = true;
  });
  for (let time = 0; time < 20; time += 1) await answered(200, read('job-list'));
  expect(isWritten).toBe(false);
  command.exec('commit');
  await answered(201, write);
  expect(await subscribers()).toHaveLength(1);
});

test('whoever withdraws is answered while somebody reads; the log is emptied once they have read', async () => {
  const { config, apply, send } = await openApp();
  const { secret } = (await answered(201, apply())).json<{ secret: string }>();
  const file = join(config.dataDir, 'hcs.sqlite');
  using reader = new DatabaseSync(file);
  reader.exec('begin; select * from applications');
  // A wait for the reader would never end.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await answered(204, send('DELETE', 'application', '', { 'application-secret': secret }));
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
  reader.exec('commit');
  await until(() => expect(statSync(`${file}-wal`).size).toBe(0));
});

test('a lock held for too long makes a 503 with the time to retry', async () => {
  const { config, post } = await openApp();
  using command = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  command.exec('begin immediate');
  vi.useFakeTimers({ toFake: ['performance'] });
  const answer = post('subscribe', ada);
  let isAnswered = false;
  void answer.finally(() => {
    isAnswered = true;
  });
  // Skip the time that a write waits.
  await until(() => {
    vi.advanceTimersByTime(1_000);
    expect(isAnswered).toBe(true);
  });
  vi.useRealTimers();
  expect((await answered(503, answer)).headers['retry-after']).toBe('5');
  expectLogged('database is locked');
});
