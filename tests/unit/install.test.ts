import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

const fetchesTwo = `
  for (const name of ['one', 'two']) console.error('npm http fetch GET 200 https://registry/' + name + '.tgz 12ms');
  console.error('npm error a reason');`;

/** Ends with the program that started it. */
const untilAlone = `
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(), 100);`;

/** `install()` with this program in npm's place. */
function installWith(npm: string) {
  const program = join(mkdtempSync(join(tmpdir(), 'hcs-install-')), 'npm.cjs');
  writeFileSync(program, fetchesTwo + npm);
  const child = spawn(process.execPath, ['-e', "import('./server/prepare.mjs').then((m) => m.install())"], {
    cwd: root,
    env: { ...process.env, npm_execpath: program },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
    });
  return { output, ended };
}

test('an installation says how far it is while npm says nothing', async () => {
  const { output } = installWith(untilAlone);
  await expect
    .poll(() => output.text, { timeout: 100_000 })
    .toMatch(/Installing packages: 2 fetched, \d+ s\./);
});

test('an installation that fails shows why, and says how to go on', async () => {
  const { output, ended } = installWith('process.exitCode = 7;');
  expect((await ended)[0]).not.toBe(0);
  expect(output.text).toContain('npm error a reason');
  expect(output.text).toContain('npm ended with 7. If it stops, start it again');
  expect(output.text).not.toContain('npm http');
});
