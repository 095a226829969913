import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/** Instead of npm: fetches two packages, prints nothing for more than ten seconds, and fails. */
const npm = `
  for (const name of ['one', 'two']) console.error('npm http fetch GET 200 https://registry/' + name + '.tgz 12ms');
  setTimeout(() => {
    console.error('npm error a reason');
    process.exitCode = 7;
  }, 11_000);`;

test('an installation says how far it is while npm says nothing, why it fails, and how to go on', () => {
  const npm_execpath = join(mkdtempSync(join(tmpdir(), 'hcs-install-')), 'npm.cjs');
  writeFileSync(npm_execpath, npm);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['-e', "import('./server/prepare.mjs').then((m) => m.install())"],
    { cwd: join(import.meta.dirname, '../..'), env: { ...process.env, npm_execpath }, encoding: 'utf8' },
  );
  expect(status).not.toBe(0);
  expect(stdout).toMatch(/Installing packages: 2 downloaded, \d+ s\./);
  expect(stderr).toContain('npm error a reason');
  expect(stderr).toContain('npm exited with code 7. If it stops, run the command again');
  expect(stderr).not.toContain('npm http');
});
