import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import type { Config } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';

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
  test('a repeated key gets the first answer and stores nothing twice', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const answers = [await apply(app, {}, key('same')), await apply(app, {}, key('"same"'))];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
      Array(2).fill([201, answers[0]?.body]),
    );
    expect(answers[1]?.headers['idempotency-replayed']).toBe('true');
    expect((await stored(config)).applications).toHaveLength(1);
  });

  test('sixteen requests with one key at once store one application and get one answer', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const answers = await Promise.all(Array.from({ length: 16 }, () => apply(app, {}, key('rush'))));
    expect(new Set(answers.map(({ statusCode, body }) => statusCode + body)).size).toBe(1);
    expect((await stored(config)).applications).toHaveLength(1);
  });

  test('a key used again for something else is refused', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    await post(app, 'subscribe', ada, key('k'));
    const changed = await post(app, 'subscribe', { ...ada, name: 'Ada' }, key('k'));
    expect([changed.statusCode, changed.json()]).toEqual([
      422,
      { error: expect.stringContaining('Idempotency-Key') },
    ]);
    expect((await stored(config)).subscribers).toMatchObject([ada]);
  });

  test('without a key the same content is stored once', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    await apply(app);
    await apply(app);
    await apply(app, { description: 'Something else' });
    expect((await stored(config)).applications).toHaveLength(2);
  });

  test('the same application under another key, or under none, is stored once', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const first = await apply(app);
    for (const headers of [key('second-tab'), key('third')])
      expect((await apply(app, {}, headers)).body).toBe(first.body);
    await apply(app, { description: 'Something else' }, key('other'));
    expect((await stored(config)).applications).toHaveLength(2);
    await runLine(config, 'forget', application.email);
    await apply(app, {}, key('after-all'));
    expect((await stored(config)).applications).toHaveLength(1);
  });

  test('an hour later the same text under another key is a new application', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const first = await apply(app, {}, key('first'));
    await apply(app, {}, key('second-tab'));
    const store = await openStore(config);
    const created_at = new Date(Date.now() - 61 * 60_000).toISOString();
    await store.db.updateTable('applications').set({ created_at }).execute();
    await store.close();
    for (const known of ['first', 'second-tab'])
      expect((await apply(app, {}, key(known))).body).toBe(first.body);
    expect((await stored(config)).applications).toHaveLength(1);
    expect((await apply(app, {}, key('third'))).body).not.toBe(first.body);
    expect((await stored(config)).applications).toHaveLength(2);
  });

  test('a repeat is thanked though the vacancy is closed and the limit reached: a 4xx proves "not stored"', async ({
    skip,
  }) => {
    const { app, config } = await testApp({ ...(await settings(skip)), RATE_LIMIT_MAX: '1' });
    const job = await openVacancy(app);
    const first = await apply(app, { job }, key('k'));
    await runLine(config, 'vacancy', 'close', job);
    const again = await apply(app, { job }, key('k'));
    expect([again.statusCode, again.body]).toEqual([201, first.body]);
    expect((await apply(app, { job, description: 'Other' }, key('other'))).statusCode).toBe(429);
    const changed = await apply(app, { job, email: 'nobody' }, key('k'));
    expect([changed.statusCode, changed.body]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    expect((await stored(config)).applications).toHaveLength(1);
  });

  test('with scripts or without, the same text is the same application', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const fields = { ...(await formFields(app)), description: 'One line\r\nand another' };
    expect((await postForm(app, 'job-apply', fields)).statusCode).toBe(303);
    await apply(app, { description: 'One line\nand another', name: 'Nchimunya Testfield' }, key('k'));
    expect((await stored(config)).applications).toMatchObject([{ description: 'One line\nand another' }]);
  });
});
