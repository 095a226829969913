import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { backup } from '#server/commands/backup.ts';
import { restore } from '#server/commands/restore.ts';
import { stats } from '#server/commands/stats.ts';
import { type Config, readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';

import { withClient } from '../support/postgres.ts';
import { startSite } from '../support/site.ts';
import { everything, send } from './stored-rows.ts';
import { postgresStore, stores } from './stores.ts';
import { application, openVacancy, post, temporaryFolder, testApp } from './test-app.ts';

const databaseOf = ({ databaseUrl }: Config) =>
  databaseUrl === null ? [] : [new URL(databaseUrl).pathname.slice(1)];

describe.each(stores)('with $name', ({ settings }) => {
  test('drill: backup, kill, restore, and every row is as it was', { timeout: 180_000 }, async ({ skip }) => {
    const chosen = await settings(skip);
    await using site = await startSite({ ...chosen, NOTIFY_WEBHOOK: 'http://127.0.0.1:9/nobody' });
    const config = readConfig({ ...chosen, DATA_DIR: site.dataDir });
    const list = (await (await fetch(`${site.url}/connect/v1/job-list`)).json()) as {
      payload: { _id: string }[];
    };
    const job = list.payload[0]?._id;
    for (const email of ['ada@example.com', 'bob@example.com'])
      await send(site.url, 'job-apply', {
        ...application,
        description: 'Grüße,\n\t"x" \\. \u{1F600}',
        email,
        job,
      });
    await send(site.url, 'subscribe', { name: 'Ada', email: 'ada@example.com' });
    const folder = temporaryFolder();
    const { file } = JSON.parse(await backup.run(['--keep', '2', folder, '--json'], config)) as {
      file: string;
    };
    await send(site.url, 'subscribe', { name: 'Late', email: 'late@example.com' });
    await expect(restore.run([file, ...databaseOf(config)], config)).rejects.toThrow('please stop it first');
    await site.stop('SIGKILL');
    // The sender of a running server changes tries and times; the copy is read as a store of its own below.
    const said = await restore.run([file, ...databaseOf(config)], config);
    const restored = await everything(config);
    expect(restored.subscribers).toHaveLength(1);
    expect(restored.applications?.join()).toContain('bob@example.com');
    expect(restored.outgoing).toHaveLength(3);
    expect(restored).toEqual(await copyOf(config, file));
    expect(said).toContain('The store as it was is kept: ');
    expect(said).toContain('forgotten or turned off since the copy was made is back');
    await site.start();
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  });

  test('only what the command made is rotated away, the oldest first', { timeout: 120_000 }, async ({
    skip,
  }) => {
    const { config } = await testApp(await settings(skip));
    const folder = temporaryFolder();
    const ending = config.databaseUrl === null ? 'sqlite' : 'dump';
    const foreign = [`hcs-2020.${ending}`, 'notes.txt', `hcs-20200101T000000Z.${ending}.gz`];
    // Made while the clock was years ahead.
    const later = `hcs-21200101T000000Z.${ending}`;
    const older = [`hcs-20200101T000000Z.${ending}`, `hcs-20200102T000000Z.${ending}`];
    for (const name of [...foreign, ...older, later]) writeFileSync(join(folder, name), '');
    const answer = JSON.parse(await backup.run(['--keep', '3', folder, '--json'], config)) as {
      file: string;
      deleted: string[];
    };
    expect(answer.deleted).toEqual(older.slice(0, 1));
    expect(readdirSync(folder).sort()).toEqual(
      [...foreign, ...older.slice(1), later, answer.file.slice(folder.length + 1)].sort(),
    );
    expect(statSync(answer.file).mode & 0o777).toBe(0o600);
    const said = await backup.run(['--keep', '1', folder], config);
    expect(said).toMatch(/^Wrote (\S+) .* Dated later than now: hcs-2120\S+; please look at the clock\./);
    expect(existsSync(/^Wrote (\S+)/.exec(said)?.[1] ?? '')).toBe(true);
    const counted = JSON.parse(await stats.run(['--json'], config)) as { lastBackup: string };
    expect(Date.now() - Date.parse(counted.lastBackup)).toBeLessThan(600_000);
    expect(await stats.run([], config)).toMatch(new RegExp(`last backup +${counted.lastBackup}`));
    await expect(backup.run(['--keep', '0', folder], config)).rejects.toThrow('Usage:');
  });

  test('a copy that is damaged, foreign or newer is refused, and the store stays as it is', {
    timeout: 120_000,
  }, async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    await post(app, 'job-apply', { ...application, job: await openVacancy(app) });
    const folder = temporaryFolder();
    const [good, newer, broken] = ['good', 'newer', 'broken'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await backup.run([good], config);
    const store = await openStore(config);
    const later = "('2999-01-01-later', '2999')";
    await sql`insert into kysely_migration (name, timestamp) values ${sql.raw(later)}`.execute(store.db);
    await makeCopy(config, newer);
    await sql`delete from kysely_migration where timestamp = '2999'`.execute(store.db);
    await store.close();
    await app.close();
    const bytes = readFileSync(good);
    writeFileSync(broken, bytes.subarray(0, bytes.length / 2));
    const before = await everything(config);
    const words = databaseOf(config);
    await expect(restore.run([newer, ...words], config)).rejects.toThrow('newer version of this program');
    await expect(restore.run([broken, ...words], config)).rejects.toThrow(/broken cannot be restored|failed/);
    writeFileSync(broken, 'Dear diary');
    await expect(restore.run([broken, ...words], config)).rejects.toThrow('Nothing was changed');
    await expect(restore.run([join(folder, 'gone'), ...words], config)).rejects.toThrow('There is no file');
    expect(await everything(config)).toEqual(before);
  });
});

/** A copy as `backup` makes it, of a store that this version would not open. */
async function makeCopy(config: Config, file: string): Promise<void> {
  if (config.databaseUrl === null) {
    const source = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
    source.exec(`vacuum into '${file}'`);
    source.close();
  } else {
    const { runTool } = await import('#server/commands/postgres-copies.ts');
    runTool('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`], config.databaseUrl);
  }
}

/** What the copy holds, read without `restore`. */
async function copyOf(config: Config, file: string): Promise<Record<string, string[]>> {
  if (config.databaseUrl === null) {
    const folder = temporaryFolder();
    copyFileSync(file, join(folder, 'hcs.sqlite'));
    return everything(readConfig({ DATA_DIR: folder }));
  }
  const { runTool } = await import('#server/commands/postgres-copies.ts');
  const url = config.databaseUrl.replace(/[^/]+$/, 'restored_by_hand');
  await withClient(config.databaseUrl, (client) => client.query('create database restored_by_hand'));
  runTool('pg_restore', ['--no-owner', file], url);
  return everything(readConfig({ DATA_DIR: temporaryFolder(), DATABASE_URL: url }));
}

test('a database is replaced only when its name is given as the second word', async ({ skip }) => {
  const config = readConfig({ DATA_DIR: temporaryFolder(), ...(await postgresStore.settings(skip)) });
  await (await openStore(config)).close();
  const file = join(temporaryFolder(), 'copy.dump');
  await backup.run([file], config);
  const [name = ''] = databaseOf(config);
  await expect(restore.run([file], config)).rejects.toThrow(`restore ${file} ${name}`);
  await expect(restore.run([file, 'other'], config)).rejects.toThrow(`"${name}"`);
  await withClient(config.databaseUrl ?? '', (client) => client.query('create table ledger (id int)'));
  const said = await restore.run([file, name], config);
  const schema = /before_restore_\w+/.exec(said)?.[0];
  const { rows } = await withClient(config.databaseUrl ?? '', (client) =>
    client.query(
      `select to_regclass('public.ledger') as ledger, (select count(*) from ${schema}.media) as media`,
    ),
  );
  expect(rows[0]?.ledger).toBe('ledger');
  expect(Number(rows[0]?.media)).toBeGreaterThan(10);
  // What was set aside is not in the way of the next copy.
  await backup.run([`${file}.2`], config);
  expect(await restore.run([`${file}.2`, name], config)).toContain('Restored');
});
