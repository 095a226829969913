import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { connectMount } from '#src/server-paths.ts';

import { ownPort } from '../kit/ports.ts';
import { temporaryFolder } from './store.ts';

const root = join(import.meta.dirname, '../..');

/** Vitest's own settings would make the build look out of date. */
const { SITE_URL: _siteUrl, NODE_ENV: _mode, ...inherited } = process.env;

/** Runs a command from the README in its own process group, which is ended with the test. */
function run(command: string, settings: Record<string, string> = {}) {
  const [program = '', ...args] = command.split(' ');
  const env = { ...inherited, NO_COLOR: '1', FORCE_COLOR: '0', DATA_DIR: temporaryFolder(), ...settings };
  const child = spawn(program, args, { cwd: root, env, detached: true });
  const state = { text: '', isOver: false };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      state.text += chunk;
    });
  const ended = once(child, 'close').finally(() => {
    state.isOver = true;
  });
  onTestFinished(async () => {
    if (!state.isOver && child.pid) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });

  /** Waits for the first address that it prints. */
  async function url(): Promise<string> {
    const address = /https?:\/\/[\w.]+:\d+/;
    await expect.poll(() => state.isOver || address.test(state.text), { timeout: 100_000 }).toBe(true);
    expect(state.text).toMatch(address);
    return address.exec(state.text)?.[0] ?? '';
  }
  return { child, state, ended, url };
}

test('the folder can be moved, because the link to its own Node is relative', () => {
  const link = readlinkSync(join(root, 'node_modules/.bin/node'));
  expect(link.startsWith(root), link).toBe(false);
});

test.each(['npm run serve', 'npm start'])('%s serves the build, and ends when told to', async (command) => {
  const site = run(command, { PORT: `${await ownPort()}` });
  const url = await site.url();
  expect((await fetch(url)).status).toBe(200);
  expect(site.state.text).not.toMatch(/Building|Installing/);
  site.child.kill('SIGTERM');
  await site.ended;
  await expect(fetch(url)).rejects.toThrow();
});

test("npm start passes on the server's exit code", async () => {
  const site = run('npm start', { PORT: `${await ownPort()}`, HOST: 'no.such.host.example' });
  expect(await site.ended).toEqual([1, null]);
  expect(site.state.text).toContain('HOST');
});

test('npm run dev serves the pages and the connect API, also to other machines', async () => {
  const dev = run('npm run dev -- --host');
  const url = await dev.url();
  await expect.poll(() => dev.state.text).toMatch(/Network: +http:/);
  expect(await (await fetch(url)).text()).toContain('<html lang="en"');
  const jobs = await fetch(`${url}${connectMount}/job-list`);
  expect(await jobs.json()).toEqual({
    payload: expect.arrayContaining([expect.objectContaining({ type: expect.any(String) })]),
  });
});
