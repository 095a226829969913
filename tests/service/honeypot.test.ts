import { describe, expect, onTestFinished, test } from 'vitest';

import type { Config } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';
import { honeypotField } from '#src/contract/answer.ts';

import { freePort } from '../support/site.ts';
import { listed } from './followed.ts';
import { stores } from './stores.ts';
import { application, formFields, openVacancy, post, postForm, testApp } from './test-app.ts';

const ada = { name: 'Ada Banda', email: 'ada@example.com' };

/** Whom the operator is told to look at twice. */
async function flagged(config: Config, list: string): Promise<string[]> {
  return (await listed(config, list))
    .filter(({ isFlagged }) => isFlagged)
    .map(({ email }) => email)
    .sort();
}

describe.each(stores)('with $name', ({ settings }) => {
  test('of an application with its honeypot filled the operator is told, and nobody gets a receipt', async ({
    skip,
  }) => {
    const { app, config } = await testApp({
      ...(await settings(skip)),
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      NOTIFY_TO: 'jobs@hcs.example',
    });
    const filled = { ...application, job: await openVacancy(app), [honeypotField]: 'filled' };
    expect((await post(app, 'job-apply', filled)).statusCode).toBe(201);
    const store = await openStore(config);
    onTestFinished(() => store.close());
    expect(await store.db.selectFrom('mail').select('kind').execute()).toEqual([{ kind: 'operator' }]);
  });

  test('what comes with the honeypot filled is stored like the rest, and marked for the operator', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const bot = { name: 'Bo T', email: 'bo@example.com' };
    const answers = [
      await post(app, 'subscribe', ada),
      await post(app, 'subscribe', { ...bot, [honeypotField]: 'filled' }, { 'idempotency-key': 'bot' }),
      await post(app, 'job-apply', {
        ...application,
        job: await openVacancy(app),
        [honeypotField]: 'https://spam.example',
      }),
      await postForm(app, 'job-apply', {
        ...(await formFields(app)),
        email: 'form@example.com',
        [honeypotField]: 'x',
      }),
      await postForm(app, 'job-apply', {
        ...(await formFields(app)),
        email: 'blank@example.com',
        [honeypotField]: '',
      }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 303, 303]);
    expect(await flagged(config, 'subscribers')).toEqual(['bo@example.com']);
    expect(await flagged(config, 'applications')).toEqual(['form@example.com', application.email]);

    await post(app, 'subscribe', { ...ada, [honeypotField]: 'filled' }, { 'idempotency-key': 'again' });
    await post(app, 'subscribe', bot, { 'idempotency-key': 'person' });
    expect(await flagged(config, 'subscribers'), 'a person stays one').toEqual([]);
  });
});
