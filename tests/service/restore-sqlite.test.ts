import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { backup } from '#server/commands/backup.ts';
import { restore } from '#server/commands/restore.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';

import { startSite } from '../support/site.ts';
import { everything, send } from './stored-rows.ts';
import { temporaryFolder } from './test-app.ts';

test('a log that a killed server left is set aside with its store, which can still be read', async () => {
  const dataDir = temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir });
  const file = join(temporaryFolder(), 'copy.sqlite');
  await (await openStore(config)).close();
  await backup.run([file], config);
  await using site = await startSite({ DATA_DIR: dataDir });
  await send(site.url, 'subscribe', { name: 'Late', email: 'late@example.com' });
  await site.stop('SIGKILL');
  const store = join(dataDir, 'hcs.sqlite');
  expect(statSync(`${store}-wal`).size).toBeGreaterThan(0);
  const { aside } = JSON.parse(await restore.run([file, '--json'], config)) as { aside: string };
  expect((await everything(config)).subscribers).toEqual([]);
  const old = new DatabaseSync(aside, { readOnly: true });
  expect(old.prepare('select email from subscribers').all()).toEqual([{ email: 'late@example.com' }]);
  old.close();
});

test('a store that is damaged beyond opening is set aside with all that lies beside it', async () => {
  const dataDir = temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir });
  const file = join(temporaryFolder(), 'copy.sqlite');
  await (await openStore(config)).close();
  await backup.run([file], config);
  const store = join(dataDir, 'hcs.sqlite');
  for (const end of ['', '-wal', '-shm']) writeFileSync(store + end, `rubbish${end}`.repeat(1000));
  chmodSync(store, 0o644);
  const { aside } = JSON.parse(await restore.run([file, '--json'], config)) as { aside: string };
  for (const end of ['', '-wal', '-shm'])
    expect(readFileSync(aside + end, 'utf8')).toContain(`rubbish${end}`);
  expect(statSync(store).mode & 0o777).toBe(0o600);
  expect((await everything(config)).media?.length).toBeGreaterThan(10);
});

test('a copy with a log of its own beside it is taken whole', async () => {
  const dataDir = temporaryFolder();
  await using site = await startSite({ DATA_DIR: dataDir });
  await send(site.url, 'subscribe', { name: 'Ada', email: 'ada@example.com' });
  await site.stop('SIGKILL');
  const config = readConfig({ DATA_DIR: join(temporaryFolder(), 'new') });
  await restore.run([join(dataDir, 'hcs.sqlite')], config);
  expect((await everything(config)).subscribers?.join()).toContain('ada@example.com');
  expect(existsSync(join(config.dataDir, 'hcs.sqlite.restoring'))).toBe(false);
});

test('a store keeps its owner when root restores it', async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('only root can give files away');
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  const file = join(temporaryFolder(), 'copy.sqlite');
  await (await openStore(config)).close();
  await backup.run([file], config);
  const store = join(config.dataDir, 'hcs.sqlite');
  chownSync(store, 12_345, 12_346);
  await restore.run([file], config);
  expect([statSync(store).uid, statSync(store).gid]).toEqual([12_345, 12_346]);
});
