import { describe, expect, test } from 'vitest';

import { applications } from '#server/commands/applications.ts';
import { subscribers } from '#server/commands/subscribers.ts';
import type { Config } from '#server/config.ts';
import { honeypotField } from '#src/contract/answer.ts';

import { stores } from './stores.ts';
import { application, formFields, openVacancy, post, postForm, testApp } from './test-app.ts';

const ada = { name: 'Ada Banda', email: 'ada@example.com' };

/** What the operator reads beside each address. */
async function marks(list: typeof applications, config: Config): Promise<Record<string, string>> {
  const rows = JSON.parse(await list.run(['--json'], config)) as { email: string; mark: string }[];
  return Object.fromEntries(rows.map(({ email, mark }) => [email, mark]));
}

describe.each(stores)('with $name', ({ settings }) => {
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
    expect(await marks(subscribers, config)).toEqual({ 'ada@example.com': '', 'bo@example.com': 'robot?' });
    expect(await marks(applications, config)).toEqual({
      [application.email]: 'robot?',
      'form@example.com': 'robot?',
      'blank@example.com': '',
    });
    expect(await subscribers.run([], config)).toMatch(/bo@example\.com +robot\?/);
    expect(await applications.run([], config)).toMatch(/form@example\.com .* robot\?/);

    await post(app, 'subscribe', { ...ada, [honeypotField]: 'filled' }, { 'idempotency-key': 'again' });
    await post(app, 'subscribe', bot, { 'idempotency-key': 'person' });
    expect(await marks(subscribers, config), 'a person stays one').toEqual({
      'ada@example.com': '',
      'bo@example.com': '',
    });
  });

  test('the honeypot of pages kept from before, which password managers filled, means nothing', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const filled = { website: 'https://mine.example' };
    expect((await post(app, 'subscribe', { ...ada, ...filled })).statusCode).toBe(201);
    expect((await postForm(app, 'job-apply', { ...(await formFields(app)), ...filled })).statusCode).toBe(
      303,
    );
    expect(await marks(subscribers, config)).toEqual({ [ada.email]: '' });
    expect(await marks(applications, config)).toEqual({ [application.email]: '' });
  });
});
