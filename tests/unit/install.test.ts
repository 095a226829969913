import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

/** Stands in for npm: fetches two packages, prints nothing more until told to go on, then fails. */
const npm = `
  for (const name of ['one', 'two']) console.error('npm http fetch GET 200 https://registry/' + name + '.tgz 12ms');
  process.exitCode = 7;
  const timer = setInterval(() => {
    if (!require('node:fs').existsSync(__filename + '.go')) return;
    clearInterval(timer);
    console.error('npm error a reason');
  }, 20);`;

test('an installation shows its progress while npm is silent, why it fails, and how to continue', async () => {
  const npm_execpath = join(mkdtempSync(join(tmpdir(), 'hcs-install-')), 'npm.cjs');
  writeFileSync(npm_execpath, npm);
  const installation = spawn(
    process.execPath,
    ['-e', "import('./server/prepare.mjs').then((m) => m.install(false, 50))"],
    { cwd: join(import.meta.dirname, '../..'), env: { ...process.env, npm_execpath } },
  );
  let said = '';
  installation.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
    if (/Installing packages: 2 downloaded, \d+ s\./.test(said)) writeFileSync(`${npm_execpath}.go`, '');
  });
  const [stderr, [status]] = await Promise.all([text(installation.stderr), once(installation, 'exit')]);
  expect(status).toBe(1);
  expect(stderr).toContain('npm error a reason');
  expect(stderr).toContain('npm exited with code 7. If it stops, run the command again');
  expect(stderr).not.toContain('npm http');
});
