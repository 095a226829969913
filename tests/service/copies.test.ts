import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { type Config, readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';

import { startSite } from '../support/site.ts';
import { apply, ask, listed, secretOf } from './followed.ts';
import { send } from './stored-rows.ts';
import { post, temporaryFolder, testApp } from './test-app.ts';

const ada = { name: 'Ada Banda', email: 'ada@example.com' };
const patient = { timeout: 120_000 };

async function newStore(): Promise<Config> {
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  await (await openStore(config)).close();
  return config;
}

test('a backup made while the server runs brings everything back, secrets too', patient, async () => {
  const { app, config } = await testApp();
  const secret = await secretOf(app);
  const copy = join(temporaryFolder(), 'copy.sqlite');
  expect(await runLine(config, 'backup', copy)).toContain(`restore ${copy}`);
  await expect(runLine(config, 'backup', copy)).rejects.toThrow('already exists');
  await post(app, 'subscribe', ada);
  await expect(runLine(config, 'restore', copy)).rejects.toThrow('please stop it first');
  expect(await listed(config, 'subscribers'), 'what was written meanwhile is there').toHaveLength(1);
  await app.close();
  const { aside } = JSON.parse(await runLine(config, 'restore', copy, '--json')) as { aside: string };
  const again = (await testApp({ DATA_DIR: config.dataDir })).app;
  expect((await ask(again, secret)).statusCode).toBe(200);
  expect((await apply(again, {}, {})).json()).toMatchObject({ secret });
  expect(await listed(config, 'subscribers')).toEqual([]);
  using old = new DatabaseSync(aside, { readOnly: true });
  expect(old.prepare('select email from subscribers').all()).toEqual([{ email: ada.email }]);
});

test('after an update that does not do, the backup from before brings the old version back', async () => {
  const config = await newStore();
  const copy = join(temporaryFolder(), 'before-update.sqlite');
  await runLine(config, 'backup', copy);
  const store = await openStore(config);
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2999')`.execute(store.db);
  await sql`alter table media add column later text`.execute(store.db);
  await store.close();
  await expect(openStore(config)).rejects.toThrow(/^DATA_DIR: .* newer version .* restore the backup/);
  await runLine(config, 'restore', copy);
  expect(await runLine(config, 'articles')).toBe('None.');
});

test('what a power failure left of a backup is deleted by the next one', async () => {
  const config = await newStore();
  const folder = temporaryFolder();
  await runLine(config, 'backup', '--keep', '2', folder);
  const left = join(folder, 'hcs-20261121T183000123Z.sqlite.hcs-unfinished');
  writeFileSync(left, 'personal data');
  writeFileSync(join(folder, 'letter.txt'), '');
  for (let time = 0; time < 3; time += 1) await runLine(config, 'backup', '--keep', '2', folder);
  const files = readdirSync(folder).sort();
  expect(files).toEqual([
    expect.stringMatching(/^hcs-.*\.sqlite$/),
    expect.stringMatching(/^hcs-.*\.sqlite$/),
    'letter.txt',
  ]);
});

test('a copy that is damaged, none, or a newer version’s is refused, and nothing is changed', async () => {
  const config = await newStore();
  const folder = temporaryFolder();
  const whole = join(folder, 'whole.sqlite');
  await runLine(config, 'backup', whole);
  const newer = join(folder, 'newer.sqlite');
  await runLine(config, 'backup', newer);
  const database = new DatabaseSync(newer);
  database.exec("insert into kysely_migration (name, timestamp) values ('9999_later', '2999')");
  database.close();
  const bytes = readFileSync(whole);
  writeFileSync(join(folder, 'damaged.sqlite'), bytes.fill(7, 4_096));
  writeFileSync(join(folder, 'none.sqlite'), 'no database, only a text of some length'.repeat(50));
  const before = readFileSync(join(config.dataDir, 'hcs.sqlite'));
  for (const name of ['newer', 'damaged', 'none'])
    await expect(runLine(config, 'restore', join(folder, `${name}.sqlite`))).rejects.toThrow(
      'cannot be used',
    );
  await expect(runLine(config, 'restore', join(folder, 'gone.sqlite'))).rejects.toThrow('There is no file');
  expect(readFileSync(join(config.dataDir, 'hcs.sqlite')).equals(before)).toBe(true);
  expect(readdirSync(config.dataDir).filter((name) => /unfinished|restore/.test(name))).toEqual([]);
});

test('a log that a killed server left belongs to its store and to a copy of it', patient, async () => {
  await using site = await startSite();
  await send(site.url, 'subscribe', ada);
  await site.stop('SIGKILL');
  const killed = join(site.dataDir, 'hcs.sqlite');
  expect(existsSync(`${killed}-wal`)).toBe(true);
  const config = readConfig({ DATA_DIR: join(temporaryFolder(), 'new') });
  await runLine(config, 'restore', killed);
  expect(await listed(config, 'subscribers')).toMatchObject([ada]);
  const empty = join(temporaryFolder(), 'empty.sqlite');
  await runLine(await newStore(), 'backup', empty);
  await site.start();
  await send(site.url, 'subscribe', { name: 'Bob', email: 'bob@example.com' });
  await site.stop('SIGKILL');
  const stopped = readConfig({ DATA_DIR: site.dataDir });
  const { aside } = JSON.parse(await runLine(stopped, 'restore', empty, '--json')) as { aside: string };
  expect(await listed(stopped, 'subscribers')).toEqual([]);
  using old = new DatabaseSync(aside, { readOnly: true });
  expect(old.prepare('select email from subscribers').all()).toHaveLength(2);
});

test('a store that is damaged beyond opening is set aside', async () => {
  const config = await newStore();
  const copy = join(temporaryFolder(), 'copy.sqlite');
  await runLine(config, 'backup', copy);
  const store = join(config.dataDir, 'hcs.sqlite');
  writeFileSync(store, 'rubbish'.repeat(1000));
  const { aside } = JSON.parse(await runLine(config, 'restore', copy, '--json')) as { aside: string };
  expect(readFileSync(aside, 'utf8')).toContain('rubbish');
  expect(await runLine(config, 'articles')).toBe('None.');
});

test('on PostgreSQL the commands name its own tools, without the password', async () => {
  const config = readConfig({ DATABASE_URL: 'postgres://hcs:geheim@127.0.0.1:1/site' });
  await expect(runLine(config, 'backup', 'a.dump')).rejects.toThrow(
    'DATABASE_URL: please use PostgreSQL\'s own tools: pg_dump --format=custom --file=a.dump "$DATABASE_URL"',
  );
  await expect(runLine(config, 'restore', 'a.dump')).rejects.toThrow(
    /pg_restore .*--dbname="\$DATABASE_URL" a\.dump$/,
  );
});
