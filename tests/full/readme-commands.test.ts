import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { commandsForCopy, root } from '../unit/readme-commands.ts';

const copy = join(mkdtempSync(join(tmpdir(), 'hcs-copy-')), 'site');

beforeAll(() => {
  const isLeftOut = (path: string) =>
    /^(?:node_modules|\.git|data|shots|server\/runtime\/node_modules)$/.test(path);
  // With the times of the originals: a file that looks newer would make a command install packages again.
  cpSync(root, copy, {
    recursive: true,
    preserveTimestamps: true,
    filter: (source) => !isLeftOut(relative(root, source)),
  });
  for (const folder of ['node_modules', 'server/runtime/node_modules'])
    symlinkSync(join(root, folder), join(copy, folder));
});

test.for(commandsForCopy)('%s', { timeout: 1_800_000 }, (command, { skip }) => {
  const { SITE_URL: _siteUrl, NODE_ENV: _mode, ...env } = process.env;
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: copy, env, encoding: 'utf8' });
  if (stderr.includes('spawnSync ffmpeg ENOENT')) skip('there is no ffmpeg');
  expect(status, stderr).toBe(0);
});
