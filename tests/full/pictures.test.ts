import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const copy = join(mkdtempSync(join(tmpdir(), 'hcs-copy-')), 'site');

/** These commands write into the checkout, so they run in a copy of it. */
beforeAll(() => {
  const isLeftOut = (path: string) =>
    /^(?:node_modules|\.git|data|shots|server\/runtime\/node_modules)$/.test(path);
  cpSync(root, copy, { recursive: true, filter: (source) => !isLeftOut(relative(root, source)) });
  for (const folder of ['node_modules', 'server/runtime/node_modules'])
    symlinkSync(join(root, folder), join(copy, folder));
});

test.for([
  'npm run shots -- osense',
  'npm run build && npm run shots -- --public',
  'npm run build && npm run shots -- --office',
  'npx node tests/shots/icons.ts',
])('%s', { timeout: 600_000 }, (command) => {
  const { SITE_URL: _siteUrl, NODE_ENV: _mode, ...env } = process.env;
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: copy, env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
