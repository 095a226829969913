import { describe, expect, onTestFinished, test } from 'vitest';

import { applications } from '#server/commands/applications.ts';
import { forget } from '#server/commands/forget.ts';
import { openStore } from '#server/store/open-store.ts';
import { readSecret } from '#src/contract/application-status.ts';

import { freePort } from '../support/site.ts';
import { apply, ask, marked, secretOf, stored, wrong } from './followed.ts';
import { everything } from './stored-rows.ts';
import { stores } from './stores.ts';
import { application, openVacancy, testApp } from './test-app.ts';

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

  test('whoever sends the same text an hour later under another key, or under none, gets no secret', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const first = await apply(app, { 'idempotency-key': 'one' });
    const store = await openStore(config);
    onTestFinished(() => store.close());
    const created_at = new Date(Date.now() - 61 * 60_000).toISOString();
    await store.db.updateTable('applications').set({ created_at }).execute();
    const { message } = first.json<{ message: string }>();
    expect((await apply(app, { 'idempotency-key': 'two' })).json()).toEqual({ message });
    expect((await apply(app)).json()).toEqual({ message });
    expect((await apply(app, { 'idempotency-key': 'one' })).body).toBe(first.body);
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
    const waiting = await store.db.selectFrom('outgoing').select('application').execute();
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
    expect(await applications.run([], config)).toBe('None.');
    const again = readSecret((await apply(app, { 'idempotency-key': 'new' })).json()) ?? '';
    expect(again).not.toBe(secret);
    expect((await ask(app, again)).statusCode).toBe(200);
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

  test('a second key with the same text leads to nothing more once the application is deleted', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const [one, two] = [{ 'idempotency-key': 'one' }, { 'idempotency-key': 'two' }];
    const secret = readSecret((await apply(app, one)).json()) ?? '';
    // Its answer is lost on the way.
    await apply(app, two);
    await ask(app, secret, 'DELETE');
    const { answers } = await everything(config);
    expect(answers, 'no trace of the text, under either key').toEqual([
      expect.stringContaining('["fingerprint",null]'),
      expect.stringContaining('["fingerprint",null]'),
    ]);
    for (const headers of [two, one]) {
      const late = await apply(app, headers);
      expect([late.statusCode, late.json()]).toEqual([201, { message: expect.any(String) }]);
    }
    expect(await applications.run([], config)).toBe('None.');
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
