import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { applications, application as command } from '#server/commands/applications.ts';
import { forget } from '#server/commands/forget.ts';
import type { Config } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';
import { readSecret } from '#src/contract/application-status.ts';

import { freePort } from '../support/site.ts';
import { everything } from './stored-rows.ts';
import { stores } from './stores.ts';
import { application, formFields, openVacancy, post, postForm, type TestApp, testApp } from './test-app.ts';

type App = TestApp['app'];

const url = '/connect/v1/application';
const wrong = 'A'.repeat(22);

async function apply(app: App, headers: Record<string, string> = {}, changes: object = {}) {
  const body = { ...application, job: await openVacancy(app), ...changes };
  return post(app, 'job-apply', body, headers);
}

async function secretOf(app: App, changes: object = {}): Promise<string> {
  const secret = readSecret((await apply(app, {}, changes)).json());
  if (secret === undefined) throw new Error('The answer has no secret');
  return secret;
}

function ask(app: App, secret: string, method: 'GET' | 'DELETE' = 'GET', remoteAddress = '198.51.100.1') {
  return app.inject({ method, url, headers: { 'application-secret': secret }, remoteAddress });
}

async function marked(config: Config, ...words: string[]): Promise<void> {
  const [row] = JSON.parse(await applications.run(['--json'], config)) as { id: string }[];
  await command.run(['mark', row?.id ?? '', ...words], config);
}

/** Every file of the store, or every row where a server has the files. */
async function stored(config: Config): Promise<string> {
  if (config.databaseUrl !== null) return JSON.stringify(await everything(config));
  const files = readdirSync(config.dataDir).map((name) => join(config.dataDir, name));
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
}

describe.each(stores)('with $name', ({ settings }) => {
  test('an application gets a secret of 128 bits, and each repeat of it the same', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const first = await apply(app, { 'idempotency-key': 'one' });
    const secret = readSecret(first.json()) ?? '';
    expect(Buffer.from(secret, 'base64url')).toHaveLength(16);
    expect(first.json()).toEqual({ message: expect.any(String), secret });
    for (const key of ['one', 'two', 'three'])
      expect((await apply(app, { 'idempotency-key': key })).body).toBe(first.body);
    expect((await apply(app)).body).toBe(first.body);
    expect(await secretOf(app, { description: 'Another one' })).not.toBe(secret);
    expect(await stored(config)).not.toContain(secret);
  });

  test('with the secret one reads the state, its date and the word', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const secret = await secretOf(app);
    const first = await ask(app, secret);
    const { payload } = first.json<{ payload: Record<string, unknown> }>();
    expect(first.headers['cache-control']).toBe('no-store');
    expect(payload).toEqual({
      job: await openVacancy(app),
      jobName: expect.any(String),
      createdAt: expect.stringMatching(/Z$/),
      state: 'received',
    });
    await marked(config, 'shortlisted', 'We will <call> you.');
    const second = (await ask(app, secret)).json<{ payload: { stateAt: string } }>().payload;
    expect(second).toEqual({
      ...payload,
      state: 'shortlisted',
      stateAt: expect.stringMatching(/Z$/),
      word: 'We will <call> you.',
    });
    await marked(config, 'shortlisted', 'Tomorrow.');
    expect((await ask(app, secret)).json()).toEqual({ payload: { ...second, word: 'Tomorrow.' } });
  });

  test('who withdraws leaves nothing: no row, no file, no message that waits', async ({ skip }) => {
    const { app, config } = await testApp({
      ...(await settings(skip)),
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      NOTIFY_TO: 'jobs@hcs.example',
    });
    const other = await secretOf(app, { email: 'ada@example.com' });
    const secret = await secretOf(app);
    expect(await stored(config)).toContain(application.email);
    const answer = await ask(app, secret, 'DELETE');
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const left = await stored(config);
    for (const trace of [application.email, secret]) expect(left).not.toContain(trace);
    const store = await openStore(config);
    const waiting = await store.db.selectFrom('outgoing').select('application').execute();
    await store.close();
    expect(new Set(waiting.map((row) => row.application)).size).toBe(1);
    expect((await ask(app, secret)).statusCode).toBe(404);
    expect((await ask(app, secret, 'DELETE')).statusCode).toBe(404);
    expect((await ask(app, other)).statusCode).toBe(200);
  });

  test('a late repeat of a withdrawn application stores nothing and has no secret', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const headers = { 'idempotency-key': 'late' };
    const secret = readSecret((await apply(app, headers)).json()) ?? '';
    await ask(app, secret, 'DELETE');
    const late = await apply(app, headers);
    expect([late.statusCode, late.json()]).toEqual([201, { message: expect.any(String) }]);
    expect(await applications.run([], config)).toBe('None.');
  });

  test('who is forgotten is followed no more, and nothing of her is left in any file', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const secret = await secretOf(app);
    await marked(config, 'read', 'A word for her.');
    await forget.run([application.email], config);
    const left = await stored(config);
    for (const trace of [application.email, secret, 'A word for her.', 'firmware.'])
      expect(left).not.toContain(trace);
    expect((await ask(app, secret)).statusCode).toBe(404);
  });

  test('wrong secrets wait and are limited; neighbours go on, and so does who has a right one', async ({
    skip,
  }) => {
    const { app } = await testApp({ ...(await settings(skip)), RATE_LIMIT_MAX: '20' });
    const secret = await secretOf(app);
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(app, wrong)));
    expect(performance.now() - begun).toBeGreaterThan(450);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(404));
    expect(answers[0]?.json()).toEqual({ error: expect.stringContaining('no application') });
    for (const method of ['GET', 'DELETE'] as const) {
      const refused = await ask(app, wrong, method);
      expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    }
    expect((await ask(app, secret)).statusCode).toBe(200);
    expect((await ask(app, wrong, 'GET', '198.51.100.2')).statusCode).toBe(404);
    const payload = { ...application, description: 'A neighbour', job: await openVacancy(app) };
    const neighbour = { method: 'POST', url: '/connect/v1/job-apply', payload } as const;
    expect((await app.inject({ ...neighbour, remoteAddress: '198.51.100.1' })).statusCode).toBe(201);
  });
});

test('no secret, an empty one and one of another shape are answered like a wrong one', async () => {
  const { app } = await testApp();
  await secretOf(app);
  const answers = [
    await app.inject(url),
    await ask(app, ''),
    await ask(app, "' or 1=1 --"),
    await ask(app, 'x'.repeat(4000)),
  ];
  for (const { statusCode, body, headers } of answers) {
    expect([statusCode, JSON.parse(body)]).toEqual([404, { error: expect.any(String) }]);
    expect(headers['cache-control']).toBe('no-store');
  }
});

test('a form sent without a script arrives at an address without the secret', async () => {
  const { app, config } = await testApp();
  const { statusCode, headers, body } = await postForm(app, 'job-apply', await formFields(app));
  expect([statusCode, headers.location, body]).toEqual([303, '/thanks', '']);
  expect(await applications.run([], config)).toContain(application.email);
});

test('another site makes no visitor withdraw, and our own pages on another host may', async () => {
  const { app } = await testApp({ SITE_URL: 'https://hcs.example' });
  const secret = await secretOf(app);
  const from = (origin: string) =>
    app.inject({ method: 'DELETE', url, headers: { 'application-secret': secret, origin } });
  expect((await from('https://evil.example')).statusCode).toBe(403);
  const preflight = await app.inject({ method: 'OPTIONS', url, headers: { origin: 'https://hcs.example' } });
  expect(preflight.headers).toMatchObject({
    'access-control-allow-methods': expect.stringContaining('DELETE'),
    'access-control-allow-headers': expect.stringMatching(/application-secret/i),
  });
  expect((await from('https://hcs.example')).statusCode).toBe(204);
});
