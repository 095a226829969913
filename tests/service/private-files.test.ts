import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { backup } from '#server/commands/backup.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';

import { temporaryFolder } from './test-app.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function openUmask(): void {
  const before = process.umask(0);
  onTestFinished(() => {
    process.umask(before);
  });
}

test('store, log and backup are for their owner alone, also where the umask hides nothing', async () => {
  openUmask();
  const dataDir = join(temporaryFolder(), 'data');
  const config = readConfig({ DATA_DIR: dataDir });
  const store = await openStore(config);
  const answers = await openStore(config, { purpose: 'answers' });
  await backup.run(['--keep', '3', join(dataDir, 'backups')], config);
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' });
  expect(files.length).toBeGreaterThan(6);
  for (const file of ['', ...files]) {
    const path = join(dataDir, file);
    expect([file, modeOf(path)]).toEqual([file, statSync(path).isDirectory() ? '700' : '600']);
  }
  await store.close();
  await answers.close();
});

test('what an earlier version left open is closed at the start', async () => {
  openUmask();
  const dataDir = temporaryFolder();
  const config = readConfig({ DATA_DIR: dataDir });
  const first = await openStore(config);
  for (const file of readdirSync(dataDir)) chmodSync(join(dataDir, file), 0o644);
  chmodSync(dataDir, 0o755);
  const second = await openStore(config);
  for (const file of ['hcs.sqlite', 'hcs.sqlite-wal', 'hcs.sqlite-shm'])
    expect([file, modeOf(join(dataDir, file))]).toEqual([file, '600']);
  expect(modeOf(dataDir)).toBe('700');
  await first.close();
  await second.close();
});

test('a folder with other things in it is left as it is, and that is said', async () => {
  const dataDir = temporaryFolder();
  chmodSync(dataDir, 0o755);
  mkdirSync(join(dataDir, 'photos'));
  writeFileSync(join(dataDir, 'letter.txt'), '');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  await (await openStore(readConfig({ DATA_DIR: dataDir }))).close();
  expect(modeOf(dataDir)).toBe('755');
  expect(modeOf(join(dataDir, 'hcs.sqlite'))).toBe('600');
  expect(warn.mock.calls.flat()).toEqual([expect.stringMatching(/^DATA_DIR: .* it holds other things\.$/)]);
});
