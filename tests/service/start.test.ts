import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { readConfig, readConnectBase } from '#server/config.ts';

import { startListener } from '../kit/listener.ts';
import { startServer } from '../kit/server.ts';
import { applicant, openApp, temporaryFolder } from './store.ts';

type Settings = Record<string, string>;

/** Runs the server until it ends. */
function outcome(settings: Settings) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: '0', DATA_DIR: temporaryFolder(), ...settings };
  return spawnSync(process.execPath, ['server/main.mjs'], { env, encoding: 'utf8', timeout: 100_000 });
}

test('an invalid setting stops the start with one line that names it', () => {
  const { status, stdout, stderr } = outcome({ HOST: 'no-such-host.invalid' });
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^HOST: [^\n]+\n$/)]);
});

test.each<[string, Settings]>([
  ['DATA_DIR', { DATA_DIR: '/dev/null/data' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/x' }],
])('an unusable location for the store is refused in one line that names %s', async (name, settings) => {
  await expect(openApp(settings)).rejects.toThrow(new RegExp(`^${name}: (?!.*secret)[^\\n]+$`));
});

test('a port in use stops the start with one line', async () => {
  await using other = await startListener(() => {});
  const { status, stderr } = outcome({ PORT: String(other.port) });
  expect([status, stderr]).toEqual([1, `PORT: another program is using port ${other.port} on 127.0.0.1.\n`]);
});

test('a store that is not a database stops the start with one line', async () => {
  const DATA_DIR = temporaryFolder();
  writeFileSync(join(DATA_DIR, 'hcs.sqlite'), 'this is no database, only a text of some length'.repeat(50));
  await expect(openApp({ DATA_DIR })).rejects.toThrow(/^DATA_DIR: [^\n]+$/);
});

test.each(['main.mjs', 'cli.mjs'])('%s says in one line that nothing has been built', (name) => {
  const folder = temporaryFolder();
  for (const file of ['package.json', `server/${name}`, 'server/launch.mjs'])
    cpSync(file, join(folder, file));
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'server', name)], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^[^\n]*npm run build[^\n]*\n$/)]);
});

test.each<[string, Settings]>([
  ['PORT: ', { PORT: 'abc' }],
  ['PORT: ', { PORT: '70000' }],
  ['DATABASE_URL: ', { DATABASE_URL: 'mysql://localhost/x' }],
  ['CONNECT_UPSTREAM: ', { CONNECT_UPSTREAM: 'not a url' }],
  ['CONNECT_UPSTREAM: ', { CONNECT_UPSTREAM: 'file:///etc/passwd' }],
  ['CONNECT_UPSTREAM: ', { CONNECT_UPSTREAM: 'https://user:secret@api.example/v1' }],
  ['CONNECT_UPSTREAM: ', { CONNECT_UPSTREAM: 'https://api.example/v1?' }],
  ['SITE_URL: ', { SITE_URL: 'https://hcs.example/zambia' }],
  ['TRUST_PROXY: ', { TRUST_PROXY: 'maybe' }],
  ['TRUST_PROXY: ', { TRUST_PROXY: '-1' }],
  ['SAMPLE_CONTENT: on a public site', { SAMPLE_CONTENT: '1', SITE_URL: 'https://hcs.example' }],
  ['RATE_LIMIT_WINDOW_S: ', { RATE_LIMIT_WINDOW_S: '0' }],
  ['SMTP_URL: must be a URL', { SMTP_URL: 'mail.example.com' }],
  ['SMTP_URL: .*%2F.*%23', { SMTP_URL: 'smtps://user:secret/9@mail.example.com' }],
  ['SMTP_URL: .*%2F.*%23', { SMTP_URL: 'smtps://user:1/secret@mail.example.com:465' }],
  ['SMTP_URL: .*%2F.*%23', { SMTP_URL: 'smtps://user@example.com:secret#9@mail.example.com' }],
  ['SMTP_URL: .*%3F.*%25', { SMTP_URL: 'smtps://user:secret?@mail.example.com' }],
  ['SMTP_URL: .*%25', { SMTP_URL: 'smtps://user:50%secret@mail.example.com' }],
  ['DATABASE_URL: .*%2F.*%23', { DATABASE_URL: 'postgres://hcs:2/secret@db.example.com/hcs' }],
  ['MAIL_FROM: email needs a sender', { SMTP_URL: 'smtp://mail.example.com' }],
  ['MAIL_FROM: must be a sender', { MAIL_FROM: 'HERO Control System' }],
  ['NOTIFY_TO: email needs a mail server', { NOTIFY_TO: 'jobs@hcs.example' }],
  ['NOTIFY_TO: must be an email address', { SMTP_URL: 'smtp://mail.example.com', NOTIFY_TO: 'jobs' }],
  ['VITE_CONNECT_BASE: ', { VITE_CONNECT_BASE: 'https://user:secret@api.example/v1' }],
])('an invalid setting is refused in one line: %s %j', (message, settings) => {
  const read = 'VITE_CONNECT_BASE' in settings ? readConnectBase : readConfig;
  expect(() => read(settings)).toThrow(new RegExp(`^${message}(?!.*secret)[^\\n]+$`));
});

test.each<Settings>([
  { SMTP_URL: 'smtps://user@example.com:1%2F2%23%25 @mail.example.com:465', MAIL_FROM: 'a@hcs.example' },
  { DATABASE_URL: 'postgres://hcs:1@db.example.com/hcs?options=a@b/c' },
])('a URL whose password can be read is accepted: %j', (settings) => {
  expect(() => readConfig(settings)).not.toThrow();
});

test('the server prints one line with its address, says once that it has created a store, and stops when asked', async () => {
  await using server = await startServer({ SAMPLE_CONTENT: '' });
  const address = `HERO Control System: ${server.url}/\n`;
  const made = `Created a new store, empty: ${join(server.dataDir, 'hcs.sqlite')}\n`;
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await server.stop('SIGTERM');
  expect([`${made}${address}`, `${address}${made}`]).toContain(server.output());
  await server.start();
  await server.stop('SIGINT');
  expect(server.output()).toBe(address);
  await expect(fetch(server.url)).rejects.toThrow();
});

test('a request in progress is answered before the server stops', async () => {
  const waiting = Promise.withResolvers<ServerResponse>();
  await using provider = await startListener((_, response) => waiting.resolve(response));
  await using server = await startServer({ CONNECT_UPSTREAM: provider.url });
  const answer = fetch(`${server.url}/connect/v1/job-list`);
  const response = await waiting.promise;
  const stopped = server.stop('SIGTERM');
  // Wait until it accepts no more requests, which means that it is stopping.
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

test('the log has each request with its id, and nothing about the person or the secret', async () => {
  await using server = await startServer({ LOG_LEVEL: 'info' });
  const { job } = await openApp({ DATA_DIR: server.dataDir });
  const { email, mobile, name } = applicant;
  const headers = { 'content-type': 'application/json', 'user-agent': name };
  const apply = (body: string) =>
    fetch(`${server.url}/connect/v1/job-apply?email=${email}`, { method: 'POST', headers, body });
  const taken = await apply(JSON.stringify({ ...applicant, job: await job() }));
  const { secret } = (await taken.json()) as { secret: string };
  const refused = [
    await apply(JSON.stringify({ ...applicant, email: 'wrong' })),
    await apply(`{"email":"${email}"`),
  ];
  expect([taken, ...refused].map(({ status }) => status)).toEqual([201, 422, 400]);
  for (const method of ['GET', 'POST', 'DELETE'])
    await fetch(`${server.url}/connect/v1/application`, {
      method,
      headers: { 'application-secret': secret },
    });
  await server.stop();
  const output = server.output();
  const lines = output.split('\n').filter((line) => line.includes('"path"'));
  const requests = lines.map((line) => JSON.parse(line) as { reqId: string; req: { path: string } });
  expect(requests.map(({ req }) => req.path.split('/').at(-1))).toEqual([
    ...Array(3).fill('job-apply'),
    // The POST has no route.
    ...['application', '*', 'application'],
  ]);
  for (const { reqId } of requests) expect(reqId).toMatch(/^[0-9a-f-]{36}$/);
  for (const personal of [email, mobile, name, '127.0.0.1"', secret]) expect(output).not.toContain(personal);
});
