import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';

import { connect, connectIn } from './operator.ts';
import { temporaryFolder } from './test-app.ts';
import { writeArticle } from './written-article.ts';

const patient = { timeout: 120_000 };

test('where no setting names a store, none is made in the folder that the shell is in', patient, async () => {
  const dataDir = temporaryFolder();
  const copy = join(temporaryFolder(), 'copy');
  await (await openStore(readConfig({ DATA_DIR: dataDir }))).close();
  expect((await connect({ DATA_DIR: dataDir }, 'backup', copy)).code).toBe(0);
  const folder = temporaryFolder();
  for (const words of [
    ['restore', copy],
    ['publish', writeArticle()],
  ]) {
    const { code, stderr } = await connectIn(folder, {}, ...words);
    expect([words[0], code]).toEqual([words[0], 1]);
    expect(stderr).toContain('DATA_DIR: there is no store');
  }
  expect(existsSync(join(folder, 'data'))).toBe(false);
  mkdirSync(join(folder, 'data'));
  // One that is there may be beyond reading: that is what restoring is for.
  writeFileSync(join(folder, 'data/hcs.sqlite'), 'not a database any more');
  expect((await connectIn(folder, {}, 'restore', copy)).code).toBe(0);
});

test('a command that is named to the operator works on the same store', patient, async () => {
  const envFile = join(temporaryFolder(), 'hcs.env');
  const backUp = async () => {
    const { stdout } = await connect({}, `--env-file=${envFile}`, 'backup', join(temporaryFolder(), 'copy'));
    return /then: (.*) restore /.exec(stdout)?.[1];
  };
  const settings = `DATA_DIR=${temporaryFolder()}\n`;
  writeFileSync(envFile, settings);
  await connect({}, `--env-file=${envFile}`, 'publish', writeArticle());
  expect(await backUp()).toBe(`npm run connect -- --env-file=${envFile}`);
  writeFileSync(envFile, `${settings}CONNECT_COMMAND=hcs\n`);
  expect(await backUp()).toBe('hcs');
  expect((await connect({ CONNECT_COMMAND: 'hcs' }, 'forget')).stderr).toContain('Usage: hcs forget EMAIL');
});
