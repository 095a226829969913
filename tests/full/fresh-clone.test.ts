import { type ChildProcess, exec, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { ownPort } from '../kit/ports.ts';
import { temporaryFolder, until } from '../service/store.ts';

const root = join(import.meta.dirname, '../..');

function envOf(node: string) {
  const { HOME, TMPDIR } = process.env;
  // The test run's own installation has filled the cache.
  const npm = { npm_config_prefer_offline: 'true' };
  return { ...npm, HOME, TMPDIR, PATH: `${node}:${process.env.PATH}`, OUTBOX_RUNS: '10' };
}

/** What a command prints; it may fail, for example because this machine is slow. */
function saidBy(command: string, cwd: string, node: string): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd, env: envOf(node), maxBuffer: 1e9 };
    exec(command, options, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}

/** Runs `npm start` in its own process group, which is ended with the test. */
function npmStart(cwd: string, port: number, node: string) {
  const env = { ...envOf(node), PORT: String(port) };
  const child = spawn('npm', ['start'], { cwd, env, detached: true });
  onTestFinished(() => end(child, 'SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(child, 'close');
  return { child, ended, output: () => output };
}

function end({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, signal);
}

/** The shortest form of each command of the READMEs that no other test runs, and how its output ends; not how fast anything is. */
const commands: Record<string, RegExp> = {
  'npm test -- changed': /\n\d+ passed, 0 failed\n$/,
  'npm test -- explore 0.001': /\nTo replay these orders: OUTBOX_SEED=\d+ [\s\S]*\n\d+ passed, \d+ failed\n$/,
  'npm run mutants -- server/subscribers/address-list.ts --count 1 --project unit':
    /\nSeed 1: [01] of 1 told .*\n$/,
  'npm run bench -- page-change': /\nclick on a link .* (?:pass|FAIL)\n$/,
  'npm run bench -- store 20': /\nSQLite +20 delete .*\n/,
  'npm run shots -- osense': /\n1 screens, 1280 px, dark\n$/,
  'npm run shots -- --office': /shots\.ts --office\n+$/,
  // Pictures that were drawn anew belong to no build yet.
  'npm run build': /\n> node server\/prepare\.mjs stamp\n/,
  'npm run shots -- --public narrow': /shots\.ts --public narrow\n+$/,
};

/** Older than the server requires, so `npm start` has to install another version. */
const version = '20.19.6';

test(`with Node ${version} a fresh clone is installed, built and served by npm start, and the other commands run in it`, async () => {
  const [clone, tools] = [join(temporaryFolder(), 'clone'), temporaryFolder()];
  execFileSync('git', ['clone', '--quiet', '--local', root, clone]);
  const wanted = { private: true, dependencies: { node: version }, allowScripts: { node: true } };
  writeFileSync(join(tools, 'package.json'), JSON.stringify(wanted));
  execFileSync('npm', ['install', '--no-audit', '--loglevel=error'], { cwd: tools });
  const node = join(tools, 'node_modules/node/bin');
  const port = await ownPort();
  for (const round of ['first', 'second']) {
    const { child, ended, output } = npmStart(clone, port, node);
    while (!output().includes(`http://127.0.0.1:${port}/`)) {
      expect([child.exitCode, child.signalCode], output()).toEqual([null, null]);
      await Promise.race([once(child.stdout, 'data'), ended]);
    }
    expect((await fetch(`http://127.0.0.1:${port}/insider/career`)).status).toBe(200);
    // Ignore npm's own lines about the machine and other packages, and the progress lines a slow connection prints.
    const isOurs = (line: string) => line !== '' && !/^(?:> |npm |Installing .* downloaded, )/.test(line);
    const lines = output().split('\n').filter(isOurs);
    expect(lines.length, output()).toBeLessThanOrEqual(12);
    expect(lines.join('\n')).not.toMatch(/warn/i);
    expect(output()).not.toContain('\u001b');
    expect([round, /Installing|Building/.test(output())]).toEqual([round, round === 'first']);
    expect(String(execFileSync(join(clone, 'node_modules/.bin/node'), ['--version']))).toMatch(/^v24/);
    end(child, 'SIGTERM');
    await ended;
    await until(() => expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow());
  }
  for (const [command, end] of Object.entries(commands)) {
    const said = await saidBy(command, clone, node);
    expect(`\n${said}`).toMatch(end);
  }
}, 2_400_000);
