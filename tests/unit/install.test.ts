import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** `install()` with a program in npm's place; `done` is a file of whose existence that program may wait. */
function installWith(npm: string) {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-install-'));
  const done = join(folder, 'done');
  const program = join(folder, 'npm.cjs');
  writeFileSync(program, npm);
  const child = spawn(process.execPath, ['-e', "import('./server/prepare.mjs').then((m) => m.install())"], {
    cwd: root,
    env: { ...process.env, npm_execpath: program, DONE: done },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
    });
  return { output, ended: once(child, 'close'), letGo: () => writeFileSync(done, '') };
}

const fetchesTwo = `
  for (const name of ['one', 'two']) console.error('npm http fetch GET 200 https://registry/' + name + '.tgz 12ms');
  console.error('npm error a reason');`;

test('an installation says how far it is while npm says nothing', { timeout: 120_000 }, async () => {
  const { output, ended, letGo } = installWith(
    `${fetchesTwo} setInterval(() => require('fs').existsSync(process.env.DONE) && process.exit(0), 50);`,
  );
  await expect
    .poll(() => output.text, { timeout: 100_000 })
    .toMatch(/Installing packages: 2 fetched, \d+ s\./);
  letGo();
  expect((await ended)[0]).toBe(0);
});

test('an installation that fails shows why, and says how to go on', async () => {
  const { output, ended } = installWith(`${fetchesTwo} process.exitCode = 7;`);
  expect((await ended)[0]).not.toBe(0);
  expect(output.text).toContain('npm error a reason');
  expect(output.text).toContain('npm ended with 7. If it stops, start it again');
  expect(output.text).not.toContain('npm http');
});
