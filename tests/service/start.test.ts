import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSocket } from 'node:net';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { temporaryFolder } from './test-app.ts';

const root = join(import.meta.dirname, '..', '..');

function run(file: string, settings: Record<string, string>, args: string[] = []) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [join('server', file), ...args], {
    cwd: root,
    env: { PATH, HOME, PORT: '0', DATA_DIR: temporaryFolder(), ...settings },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  return { child, output };
}

async function outcome(file: string, settings: Record<string, string>, args: string[] = []) {
  const { child, output } = run(file, settings, args);
  const [code] = await once(child, 'close');
  return { code, ...output };
}

/** Waits for the one line that tells the address. */
async function started(settings: Record<string, string> = {}) {
  const { child, output } = run('main.ts', settings);
  while (!output.out.includes('\n')) {
    if (child.exitCode !== null) throw new Error(output.err);
    await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  }
  const url = /http:\/\/\S+/.exec(output.out)?.[0] ?? '';
  return { child, output, url };
}

async function stopped(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal);
  const [code] = await once(child, 'close');
  return code;
}

test.each([
  [{ PORT: 'abc' }, 'PORT'],
  [{ HOST: 'no-such-host.invalid' }, 'HOST'],
  [{ DATA_DIR: '/dev/null/data' }, 'DATA_DIR'],
  [{ DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/x' }, 'DATABASE_URL'],
])('%j stops the start with one line that names %s', async (settings, name) => {
  const { code, out, err } = await outcome('main.ts', settings as Record<string, string>);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(new RegExp(`^${name}: [^\\n]+\\n$`));
  expect(err).not.toContain('secret');
});

test('a port in use stops the start with one line', async () => {
  const other = createSocket().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const { code, err } = await outcome('main.ts', { PORT: port });
  expect([code, err]).toEqual([1, `PORT: ${port} on 127.0.0.1 is taken by another program.\n`]);
});

test('a store that is no database stops the start with one line', async () => {
  const broken = temporaryFolder();
  writeFileSync(join(broken, 'hcs.sqlite'), 'this is no database, only a text of some length'.repeat(50));
  const { code, err } = await outcome('main.ts', { DATA_DIR: broken });
  expect([code, err.split('\n').length]).toEqual([1, 2]);
  expect(err).toContain('DATA_DIR');
});

test('the server prints one line with its address, says when it made a store, and stops when asked', async () => {
  const DATA_DIR = temporaryFolder();
  const made = `A new store was made, empty: ${join(DATA_DIR, 'hcs.sqlite')}\n`;
  for (const [signal, told] of [
    ['SIGTERM', made],
    ['SIGINT', ''],
  ] as const) {
    const { child, output, url } = await started({ DATA_DIR });
    expect(output.out).toMatch(/^HERO Control System: http:\/\/127\.0\.0\.1:\d+\/\n$/);
    expect((await fetch(`${url}healthz`)).status).toBe(200);
    expect(await stopped(child, signal)).toBe(0);
    expect([output.out.split('\n').length, output.err]).toEqual([2, told]);
  }
});

test('a request under way is answered before the server stops, even when its provider takes nearly all its time', {
  timeout: 60_000,
}, async () => {
  const { promise: asked, resolve: ask } = withResolvers();
  const provider = createServer((_, response) => {
    ask();
    setTimeout(() => response.end('{"payload":[]}'), 11_000);
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  onTestFinished(() => void provider.close());
  const address = provider.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { child, url } = await started({ CONNECT_UPSTREAM: `http://127.0.0.1:${port}` });
  const answer = fetch(`${url}connect/v1/job-list`);
  await asked;
  const code = stopped(child, 'SIGTERM');
  expect((await answer).status).toBe(200);
  expect(await code).toBe(0);
});

test('what was written is there after a restart, and for the operator while the server is stopped', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  const first = await started(settings);
  const answer = await fetch(`${first.url}connect/v1/subscribe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada Banda', email: 'ada@example.com' }),
  });
  expect(answer.status).toBe(201);
  await stopped(first.child, 'SIGKILL');
  expect((await outcome('cli.ts', settings, ['subscribers'])).out).toContain('ada@example.com');
  const again = await started(settings);
  expect((await outcome('cli.ts', settings, ['subscribers'])).out).toContain('ada@example.com');
  expect((await fetch(`${again.url}connect/v1/job-list`)).status).toBe(200);
});

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
