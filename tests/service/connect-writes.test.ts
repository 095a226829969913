import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import type { Config } from '#server/config.ts';

import { listed } from './followed.ts';
import { stores } from './stores.ts';
import { application, formFields, openVacancy, post, postForm, testApp } from './test-app.ts';

const ada = { name: 'Ada Banda', email: 'ada@example.com' };
const key = (value: string) => ({ 'idempotency-key': value });

async function stored(config: Config) {
  return { applications: await listed(config), subscribers: await listed(config, 'subscribers') };
}

async function apply(app: FastifyInstance, changed: object = {}, headers = {}) {
  return post(app, 'job-apply', { ...application, job: await openVacancy(app), ...changed }, headers);
}

describe.each(stores)('with $name', ({ settings }) => {
  test('an application is stored whole and thanked for', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const answer = await apply(app, {}, key('one'));
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      message: expect.stringContaining('Thank you'),
      secret: expect.any(String),
    });
    const [row] = (await stored(config)).applications;
    expect(row).toMatchObject(application);
  });

  test('of many writes at once, a refused one leaves the others alone', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const job = await openVacancy(app);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        apply(app, { job: number % 3 === 0 ? 'no-such-job' : job, description: `Number ${number}` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    expect((await stored(config)).applications).toHaveLength(20);
  });

  test('who unsubscribed may subscribe again with the same words', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    await post(app, 'subscribe', ada, key('a'));
    await runLine(config, 'unsubscribe', ada.email);
    await post(app, 'subscribe', ada, key('b'));
    expect((await stored(config)).subscribers).toHaveLength(1);
  });

  test('an address subscribes once, however it is typed, and is not told that it had', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const first = await post(app, 'subscribe', ada, key('a'));
    const second = await post(app, 'subscribe', { name: 'A. Banda', email: 'ADA@example.com' }, key('b'));
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body]);
    expect((await stored(config)).subscribers).toHaveLength(1);
  });

  test('invalid input is answered 422 with a sentence for each field', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    const answer = await apply(app, { email: 'nobody', profile: 'javascript:alert(1)', name: ' ' });
    expect(answer.statusCode).toBe(422);
    const { error } = answer.json<{ error: { details: { field: string; message: string }[] } }>();
    expect(error.details.map(({ field }) => field)).toEqual(['name', 'email', 'profile']);
    for (const { message } of error.details) expect(message).toMatch(/^[A-Z].*\.$/);
  });

  test('a refused request may be sent again with its key once it is mended', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    expect((await apply(app, { job: 'no-such-job' }, key('k'))).statusCode).toBe(422);
    expect((await apply(app, {}, key('k'))).statusCode).toBe(201);
    expect((await stored(config)).applications).toHaveLength(1);
  });

  test('an unknown vacancy is refused in words', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    const answer = await apply(app, { job: 'no-such-job' });
    expect(answer.json().error.details[0].message).toContain('This vacancy does not exist');
  });

  test('a header that cannot be a key is refused', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    for (const value of ['', 'x'.repeat(300), 'with space', '\u00e9'])
      expect((await post(app, 'subscribe', ada, key(value))).statusCode).toBe(400);
  });

  test('a form sent without JavaScript leads to the thank-you page', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const answer = await postForm(app, 'job-apply', await formFields(app));
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/thanks']);
    expect((await stored(config)).applications[0]?.name).toBe('Nchimunya Testfield');
  });

  test('a faulty form sent without JavaScript gets a page that says what to mend', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    const answer = await postForm(app, 'subscribe', { name: '<b>', email: 'nobody' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([422, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('<li>Please enter a valid email address');
  });

  test('what is neither JSON nor a form, too large, or broken is refused in the error shape', async ({
    skip,
  }) => {
    const { app } = await testApp(await settings(skip));
    const send = (type: string, payload: string) =>
      app.inject({
        method: 'POST',
        url: '/connect/v1/subscribe',
        headers: { 'content-type': type },
        payload,
      });
    const answers = [
      await send('text/plain', 'hello'),
      await send('application/json', '{"name":'),
      await send('application/json', '{"__proto__":{"name":"x"}}'),
      await send('application/json', JSON.stringify({ name: 'x'.repeat(70_000) })),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([415, 400, 400, 413]);
    for (const answer of answers) expect(answer.json()).toEqual({ error: expect.any(String) });
  });
});
