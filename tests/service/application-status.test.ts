import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { openStore } from '#server/db/open-store.ts';
import { readSecret } from '#src/contract/application-status.ts';

import { freePort } from '../support/site.ts';
import { apply, ask, marked, secretOf, stored, url, wrong } from './followed.ts';
import { stores } from './stores.ts';
import { application, openVacancy, testApp } from './test-app.ts';

describe.each(stores)('with $name', ({ settings }) => {
  test('an application gets a secret that no row holds, and each repeat of it the same', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const first = await apply(app, { 'idempotency-key': 'one' });
    const secret = readSecret(first.json()) ?? '';
    expect(first.json()).toEqual({ message: expect.any(String), secret });
    for (const key of ['one', 'two', 'three'])
      expect((await apply(app, { 'idempotency-key': key })).body).toBe(first.body);
    expect((await apply(app)).body).toBe(first.body);
    expect(await secretOf(app, { description: 'Another one' })).not.toBe(secret);
    expect(await stored(config)).not.toContain(secret);
  });

  test('a secret that is wrong, empty or of another shape leads to nothing', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    const secret = await secretOf(app);
    // The id is right, and the 128 bits after it are another's.
    const forged = Buffer.from(secret, 'base64url').fill(7, 16).toString('base64url');
    for (const text of [forged, wrong, '', "' or 1=1 --", 'x'.repeat(4000)])
      for (const method of ['GET', 'DELETE'] as const) {
        const { statusCode, headers, body } = await ask(app, text, method);
        expect([statusCode, JSON.parse(body)]).toEqual([
          404,
          { error: expect.stringContaining('no application') },
        ]);
        expect(headers['cache-control']).toBe('no-store');
      }
    expect((await ask(app, secret)).statusCode).toBe(200);
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
      note: 'We will <call> you.',
    });
    await marked(config, 'shortlisted', 'Tomorrow.');
    expect((await ask(app, secret)).json()).toEqual({ payload: { ...second, note: 'Tomorrow.' } });
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
    const waiting = await store.db
      .selectFrom('mail')
      .select('application')
      .where('application', 'is not', null)
      .execute();
    await store.close();
    expect(new Set(waiting.map((row) => row.application)).size).toBe(1);
    expect((await ask(app, secret)).statusCode).toBe(404);
    expect((await ask(app, secret, 'DELETE')).statusCode).toBe(404);
    expect((await ask(app, other)).statusCode).toBe(200);
  });

  test('a late repeat of a withdrawn application stores nothing; who means it applies again', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const headers = { 'idempotency-key': 'late' };
    const secret = readSecret((await apply(app, headers)).json()) ?? '';
    await ask(app, secret, 'DELETE');
    const late = await apply(app, headers);
    expect([late.statusCode, late.json()]).toEqual([201, { message: expect.any(String) }]);
    expect(await runLine(config, 'applications')).toBe('None.');
    const again = readSecret((await apply(app, { 'idempotency-key': 'new' })).json()) ?? '';
    expect(again).not.toBe(secret);
    expect((await ask(app, again)).statusCode).toBe(200);
  });

  test('who is forgotten is followed no more, and nothing of her is left in any file', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const secret = await secretOf(app);
    await marked(config, 'read', 'A word for her.');
    await runLine(config, 'forget', application.email);
    const left = await stored(config);
    for (const trace of [application.email, secret, 'A word for her.', 'firmware.'])
      expect(left).not.toContain(trace);
    expect((await ask(app, secret)).statusCode).toBe(404);
  });

  test('a second key with the same text leads to nothing more once the application is deleted', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const [one, two] = [{ 'idempotency-key': 'one' }, { 'idempotency-key': 'two' }];
    const secret = readSecret((await apply(app, one)).json()) ?? '';
    // Its answer is lost on the way.
    await apply(app, two);
    await ask(app, secret, 'DELETE');
    for (const headers of [two, one]) {
      const late = await apply(app, headers);
      expect([late.statusCode, late.json()]).toEqual([201, { message: expect.any(String) }]);
    }
    expect(await runLine(config, 'applications')).toBe('None.');
  });

  test('who has used up the requests of an address can still withdraw', async ({ skip }) => {
    const { app } = await testApp({ ...(await settings(skip)), RATE_LIMIT_MAX: '1' });
    const { json } = await app.inject({
      method: 'POST',
      url: '/connect/v1/job-apply',
      payload: { ...application, job: await openVacancy(app) },
      remoteAddress: '198.51.100.1',
    });
    expect((await ask(app, readSecret(json()) ?? '', 'DELETE')).statusCode).toBe(204);
  });
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
