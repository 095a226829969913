import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readConfig, readConnectBase } from '#server/config.ts';

import { startListener } from '../kit/listener.ts';
import { startServer } from '../kit/server.ts';
import { ada, applicant, openApp, temporaryFolder } from './store.ts';

type Settings = Record<string, string>;

/** Runs the server to its end. */
async function outcome(settings: Settings) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: '0', DATA_DIR: temporaryFolder(), ...settings };
  const child = spawn(process.execPath, ['server/main.ts'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    output.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, ...output };
}

const json = { 'content-type': 'application/json' };
const post = (url: string, call: string, body: object | string, headers = {}) =>
  fetch(`${url}/connect/v1/${call}`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test.each<[string, Settings]>([
  ['PORT', { PORT: 'abc' }],
  ['HOST', { HOST: 'no-such-host.invalid' }],
  ['DATA_DIR', { DATA_DIR: '/dev/null/data' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/x' }],
])('a setting that cannot be used stops the start with one line that names %s', async (name, settings) => {
  const { code, out, err } = await outcome(settings);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(new RegExp(`^${name}: [^\\n]+\\n$`));
  expect(err).not.toContain('secret');
});

test('a port in use stops the start with one line', async () => {
  const other = await startListener(() => {});
  onTestFinished(() => other[Symbol.asyncDispose]());
  const { code, err } = await outcome({ PORT: String(other.port) });
  expect([code, err]).toEqual([1, `PORT: ${other.port} on 127.0.0.1 is taken by another program.\n`]);
});

test('a store that is no database, and a build without its record, stop the start with one line', async () => {
  const DATA_DIR = temporaryFolder();
  writeFileSync(join(DATA_DIR, 'hcs.sqlite'), 'this is no database, only a text of some length'.repeat(50));
  await expect(openApp({ DATA_DIR })).rejects.toThrow(/^DATA_DIR: [^\n]+$/);
  const [bundleDir, distDir] = [temporaryFolder(), temporaryFolder()];
  await expect(openApp({}, { bundleDir, distDir })).rejects.toThrow(/^[^\n]*npm run build[^\n]*$/);
});

test.each<[string, Settings]>([
  ['PORT: ', { PORT: 'abc' }],
  ['PORT: ', { PORT: '70000' }],
  ['PORT: ', { PORT: '-1' }],
  ['DATABASE_URL: ', { DATABASE_URL: 'mysql://localhost/x' }],
  ['CONNECT_UPSTREAM: ', { CONNECT_UPSTREAM: 'not a url' }],
  ['CONNECT_UPSTREAM: ', { CONNECT_UPSTREAM: 'file:///etc/passwd' }],
  ['CONNECT_UPSTREAM: ', { CONNECT_UPSTREAM: 'https://user:secret@api.example/v1' }],
  ['CONNECT_UPSTREAM: ', { CONNECT_UPSTREAM: 'https://secret@api.example/v1' }],
  ['CONNECT_UPSTREAM: ', { CONNECT_UPSTREAM: 'https://api.example/v1?' }],
  ['SITE_URL: ', { SITE_URL: 'hcs.example' }],
  ['SITE_URL: ', { SITE_URL: 'https://hcs.example/zambia' }],
  ['SITE_URL: ', { SITE_URL: 'https://user:secret@hcs.example' }],
  ['TRUST_PROXY: ', { TRUST_PROXY: 'maybe' }],
  ['SAMPLE_CONTENT: ', { SAMPLE_CONTENT: 'some' }],
  ['SAMPLE_CONTENT: on a public address', { SAMPLE_CONTENT: '1', SITE_URL: 'https://hcs.example' }],
  ['RATE_LIMIT_MAX: ', { RATE_LIMIT_MAX: '-5' }],
  ['RATE_LIMIT_WINDOW_S: ', { RATE_LIMIT_WINDOW_S: '0' }],
  ['RETENTION_DAYS: ', { RETENTION_DAYS: 'forever' }],
  ['RECEIPTS_PER_DAY: ', { RECEIPTS_PER_DAY: 'all' }],
  ['LOG_LEVEL: ', { LOG_LEVEL: 'loud' }],
  ['SMTP_URL: this is not an address', { SMTP_URL: 'mail.example.com' }],
  ['MAIL_FROM: email needs a sender', { SMTP_URL: 'smtp://mail.example.com' }],
  ['MAIL_FROM: this is not a sender', { MAIL_FROM: 'HERO Control System' }],
  ['SUBMISSIONS_PER_ADDRESS_PER_DAY: ', { SUBMISSIONS_PER_ADDRESS_PER_DAY: '0' }],
  ['NOTIFY_TO: email needs a server', { NOTIFY_TO: 'jobs@hcs.example' }],
  ['NOTIFY_TO: this is not an email address', { SMTP_URL: 'smtp://mail.example.com', NOTIFY_TO: 'jobs' }],
  ['NOTIFY_WEBHOOK: this is not an address', { NOTIFY_WEBHOOK: 'chat' }],
  ['NOTIFY_WEBHOOK: the address may not contain', { NOTIFY_WEBHOOK: 'https://me:secret@chat.example' }],
  ['VITE_CONNECT_BASE: ', { VITE_CONNECT_BASE: 'https://user:secret@api.example/v1' }],
])('a setting that cannot be used is refused in one line: %s %j', (message, settings) => {
  const read = 'VITE_CONNECT_BASE' in settings ? readConnectBase : readConfig;
  expect(() => read(settings)).toThrow(new RegExp(`^${message}(?!.*secret)[^\\n]+$`));
});

test('the server prints one line with its address, says once that it made a store, and stops when asked', async () => {
  await using server = await startServer({ SAMPLE_CONTENT: '' });
  const address = `HERO Control System: ${server.url}/\n`;
  const made = `A new store was made, empty: ${join(server.dataDir, 'hcs.sqlite')}\n`;
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.stop('SIGTERM');
  expect([server.output().replace(made, ''), server.output().length]).toEqual([
    address,
    address.length + made.length,
  ]);
  await server.start();
  await server.stop('SIGINT');
  expect(server.output()).toBe(address);
  await expect(fetch(server.url)).rejects.toThrow();
});

test('a request under way is answered before the server stops', async () => {
  const waiting = Promise.withResolvers<ServerResponse>();
  const provider = await startListener((_, response) => waiting.resolve(response));
  onTestFinished(() => provider[Symbol.asyncDispose]());
  await using server = await startServer({ CONNECT_UPSTREAM: provider.url });
  const answer = fetch(`${server.url}/connect/v1/job-list`);
  const response = await waiting.promise;
  const stopped = server.stop('SIGTERM');
  // It takes no further requests once it has begun to stop.
  while (
    await fetch(`${server.url}/healthz`).then(
      () => true,
      () => false,
    )
  );
  response.end('{"payload":[]}');
  expect((await answer).status).toBe(200);
  await stopped;
});

test('the log tells of each request with its id, and nothing about the person or the secret', async () => {
  await using server = await startServer({ LOG_LEVEL: 'info' });
  const { job } = await openApp({ DATA_DIR: server.dataDir });
  const call = `job-apply?email=${applicant.email}`;
  const agent = { 'user-agent': applicant.name };
  const taken = await post(server.url, call, { ...applicant, job: await job() }, agent);
  const { secret } = (await taken.json()) as { secret: string };
  const refused = [
    await post(server.url, call, { ...applicant, email: 'wrong' }, agent),
    await post(server.url, call, `{"email":"${applicant.email}"`, agent),
  ];
  expect([taken, ...refused].map(({ status }) => status)).toEqual([201, 422, 400]);
  const wrong = 'A'.repeat(22);
  for (const [text, method] of [
    [secret, 'GET'],
    [wrong, 'GET'],
    [secret, 'POST'],
    [secret, 'DELETE'],
  ] as const)
    await fetch(`${server.url}/connect/v1/application`, { method, headers: { 'application-secret': text } });
  await server.stop();
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const requests = lines
    .map((line) => JSON.parse(line) as { reqId: string; req?: { path: string } })
    .filter(({ req }) => req !== undefined);
  expect(requests.map(({ req }) => req?.path.split('/').at(-1))).toEqual([
    ...Array(3).fill('job-apply'),
    // The POST has no route of its own.
    ...['application', 'application', '*', 'application'],
  ]);
  for (const { reqId } of requests) expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
  const { email, mobile, name } = applicant;
  for (const personal of [email, mobile, name, '127.0.0.1"', secret, wrong])
    expect(server.output()).not.toContain(personal);
});

test('what was acknowledged is there after a kill, and for the operator while the server is stopped', async () => {
  await using server = await startServer();
  expect((await post(server.url, 'subscribe', ada)).status).toBe(201);
  await server.stop('SIGKILL');
  const { list, app } = await openApp({ DATA_DIR: server.dataDir });
  await app.close();
  expect(await list('subscribers')).toMatchObject([ada]);
});
