import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { commands, isRunByTest, root } from '../unit/readme-commands.ts';

const copy = join(mkdtempSync(join(tmpdir(), 'hcs-copy-')), 'site');

/** The commands for people who change pictures or look at speed: they write into the checkout, here into a copy of it. */
const others = commands.filter(
  (command) => !isRunByTest(command) && !/^npm (?:test|run connect)/.test(command),
);

beforeAll(() => {
  const isLeftOut = (path: string) =>
    /^(?:node_modules|\.git|data|shots|server\/runtime\/node_modules)$/.test(path);
  cpSync(root, copy, { recursive: true, filter: (source) => !isLeftOut(relative(root, source)) });
  for (const folder of ['node_modules', 'server/runtime/node_modules'])
    symlinkSync(join(root, folder), join(copy, folder));
});

test.each(others)('%s', { timeout: 1_800_000 }, (command) => {
  const { SITE_URL: _siteUrl, NODE_ENV: _mode, ...env } = process.env;
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: copy, env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
