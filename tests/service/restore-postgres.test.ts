import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { backup } from '#server/commands/backup.ts';
import { restore } from '#server/commands/restore.ts';
import { type Config, readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';
import { storeLock } from '#server/store/store-lock.ts';

import { withClient } from '../support/postgres.ts';
import { postgresStore } from './stores.ts';
import { temporaryFolder, testApp } from './test-app.ts';

const databaseOf = ({ databaseUrl }: Config) =>
  databaseUrl === null ? [] : [new URL(databaseUrl).pathname.slice(1)];

test('a server that has long been idle, or was cut off, still keeps "restore" away', async ({ skip }) => {
  const settings = await postgresStore.settings(skip);
  const { app, config } = await testApp(settings);
  const file = join(temporaryFolder(), 'copy.dump');
  await backup.run([file], config);
  const words = [file, ...databaseOf(config)];
  const ours =
    "from pg_stat_activity where datname = current_database() and application_name = 'hcs-website'";
  await withClient(config.databaseUrl ?? '', async (client) => {
    const locks = () => client.query("select pid from pg_locks where locktype = 'advisory' and granted");
    // As the pool does with connections that nobody has used for 10 s.
    await client.query(
      `select pg_terminate_backend(pid) ${ours} and pid not in (select pid from pg_locks where locktype = 'advisory')`,
    );
    await expect(restore.run(words, config)).rejects.toThrow('please stop it first');
    const [holder] = (await locks()).rows;
    await client.query(`select pg_terminate_backend(pid) ${ours}`);
    const again = async () => expect((await locks()).rows).not.toEqual(expect.arrayContaining([holder]));
    await vi.waitFor(again, { timeout: 60_000 });
    await vi.waitFor(async () => expect((await locks()).rowCount).toBe(1), { timeout: 60_000 });
  });
  await expect(restore.run(words, config)).rejects.toThrow('please stop it first');
  await app.close();
  expect(await restore.run(words, config)).toContain('Restored');
});

test('a copy holds no hash of a network address', async ({ skip }) => {
  const { app, config } = await testApp(await postgresStore.settings(skip));
  const store = await openStore(config);
  const row = { client: 'hash', count: 1, ends_at: Date.now() + 60_000 };
  await store.db.insertInto('post_counts').values(row).execute();
  const file = join(temporaryFolder(), 'copy.dump');
  await backup.run([file], config);
  await store.close();
  await app.close();
  await restore.run([file, ...databaseOf(config)], config);
  const restored = await openStore(config);
  onTestFinished(() => restored.close());
  expect(await restored.db.selectFrom('post_counts').selectAll().execute()).toEqual([]);
});

test('a server does not start while a copy is put in place', async ({ skip }) => {
  const config = readConfig({ DATA_DIR: temporaryFolder(), ...(await postgresStore.settings(skip)) });
  await (await openStore(config)).close();
  await withClient(config.databaseUrl ?? '', async (client) => {
    await client.query(`select pg_advisory_lock(${storeLock})`);
    await expect(openStore(config)).rejects.toThrow('DATABASE_URL: a copy is being restored');
  });
});

test('a copy that pg_dump 17 made can be restored into an older server', async ({ skip }) => {
  const config = readConfig({ DATA_DIR: temporaryFolder(), ...(await postgresStore.settings(skip)) });
  await (await openStore(config)).close();
  const folder = temporaryFolder();
  const file = join(folder, 'copy.dump');
  await backup.run([file], config);
  // What pg_restore 17 writes more than the one of this machine.
  const setting = '0,/^SET lock_timeout/s/^SET lock_timeout.*/&\\nSET transaction_timeout = 0;/';
  const [path = ''] = [process.env.PATH];
  const script =
    `#!/bin/sh\nPATH='${path}'\nfor word; do case $word in --file=/*) file=\${word#--file=};; esac; done\n` +
    `pg_restore "$@" && if [ -n "$file" ]; then sed -i '${setting}' "$file"; fi\n`;
  writeFileSync(join(folder, 'pg_restore'), script, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${path}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await restore.run([file, ...databaseOf(config)], config)).toContain('Restored');
});
