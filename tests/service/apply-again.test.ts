import { describe, expect, test } from 'vitest';

import { applications } from '#server/commands/applications.ts';
import { vacancy } from '#server/commands/vacancies.ts';
import type { Config } from '#server/config.ts';
import { readSecret } from '#src/contract/application-status.ts';

import { apply, ask, marked } from './followed.ts';
import { stores } from './stores.ts';
import { formFields, openVacancy, postForm, type TestApp, testApp } from './test-app.ts';

const key = (value: string) => ({ 'idempotency-key': value });
const count = async (config: Config) =>
  (JSON.parse(await applications.run(['--json'], config)) as object[]).length;

async function reopen({ app, config }: TestApp): Promise<void> {
  const job = await openVacancy(app);
  await vacancy.run(['close', job], config);
  await vacancy.run(['open', job], config);
}

const endings: [string, (site: TestApp) => Promise<void>][] = [
  ['its vacancy closed and opened again', reopen],
  ['it was marked as closed', ({ config }) => marked(config, 'closed')],
];

describe.each(stores)('with $name', ({ settings }) => {
  test.for(endings)('the same text is a new application once %s', async ([, end], { skip }) => {
    const site = await testApp(await settings(skip));
    const { app, config } = site;
    const job = await openVacancy(app);
    const first = await apply(app, key('one'), { job });
    await end(site);
    const second = await apply(app, key('two'), { job });
    expect([second.statusCode, second.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(await count(config)).toBe(2);
    // A late repeat is still the first, and from now on the text is the second one's.
    expect((await apply(app, key('one'), { job })).body).toBe(first.body);
    expect((await apply(app, key('three'), { job })).body).toBe(second.body);
    expect(await count(config)).toBe(2);
    for (const answer of [first, second])
      expect((await ask(app, readSecret(answer.json()) ?? '')).statusCode).toBe(200);
  });

  test.for(endings)('a form without scripts is a new application once %s', async ([, end], { skip }) => {
    const site = await testApp(await settings(skip));
    const { app, config } = site;
    const fields = await formFields(app);
    const send = async () => (await postForm(app, 'job-apply', fields)).statusCode;
    expect([await send(), await send(), await count(config)]).toEqual([303, 303, 1]);
    await end(site);
    expect([await send(), await send(), await count(config)]).toEqual([303, 303, 2]);
  });
});
