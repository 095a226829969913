import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { applications } from '#server/commands/applications.ts';
import { articles } from '#server/commands/articles.ts';
import { backup } from '#server/commands/backup.ts';
import { forget } from '#server/commands/forget.ts';
import { stats } from '#server/commands/stats.ts';
import { subscribers, unsubscribe } from '#server/commands/subscribers.ts';
import { vacancy } from '#server/commands/vacancies.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';
import { deleteExpired } from '#server/store/retention.ts';

import { stored } from './followed.ts';
import { stores } from './stores.ts';
import { application, openVacancy, post, temporaryFolder, testApp } from './test-app.ts';

describe.each(stores)('with $name', ({ settings }) => {
  test('a person is forgotten whole, and a late repeat does not bring her back', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const body = { ...application, job: await openVacancy(app) };
    const headers = { 'idempotency-key': 'late' };
    await post(app, 'job-apply', body, headers);
    await post(app, 'job-apply', { ...body, description: 'Another one' });
    await post(app, 'subscribe', { name: 'Nchimunya Testfield', email: 'Natasha@Example.com' });
    await post(app, 'subscribe', { name: 'Ada Banda', email: 'ada@example.com' });
    expect(await forget.run(['NATASHA@example.com'], config)).toContain(
      '2 application(s), 1 subscription(s)',
    );
    expect((await post(app, 'job-apply', body, headers)).statusCode).toBe(201);
    expect(await applications.run([], config)).toBe('None.');
    expect(await subscribers.run(['--csv'], config)).toMatch(
      /^\uFEFF"since","name","email","mark"\r\n[^\r]+ada@example.com",""\r\n$/,
    );
    if (config.databaseUrl !== null) return;
    const files = ['hcs.sqlite', 'hcs.sqlite-wal'].map((file) => readFileSync(join(config.dataDir, file)));
    for (const file of files) expect(file.includes('Nchimunya Testfield')).toBe(false);
  });

  test('the late repeat of an application whose answer is no longer kept is thanked, and stored once', async ({
    skip,
  }) => {
    const { app, config } = await testApp(await settings(skip));
    const body = { ...application, job: await openVacancy(app) };
    const headers = { 'idempotency-key': 'very-late' };
    const first = await post(app, 'job-apply', body, headers);
    await post(app, 'job-apply', body);
    const store = await openStore(config);
    await deleteExpired(store, null, Date.now() + 91 * 24 * 60 * 60 * 1000);
    expect(await store.db.selectFrom('answers').selectAll().execute()).toEqual([]);
    await store.close();
    await vacancy.run(['close', body.job], config);
    const changed = await post(app, 'job-apply', { ...body, description: 'Changed' }, headers);
    expect([changed.statusCode, changed.body]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    for (const late of [await post(app, 'job-apply', body, headers), await post(app, 'job-apply', body)])
      expect([late.statusCode, late.body]).toEqual([201, first.body]);
    expect(JSON.parse(await applications.run(['--json'], config))).toHaveLength(1);
  });

  test('who subscribed twice and left is stored when she subscribes as at first', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const ada = { name: 'Ada Banda', email: 'ada@example.com' };
    await post(app, 'subscribe', ada);
    await post(app, 'subscribe', ada, { 'idempotency-key': 'second' });
    await unsubscribe.run([ada.email], config);
    expect((await post(app, 'subscribe', ada)).statusCode).toBe(201);
    expect(await subscribers.run([], config)).toContain(ada.email);
  });

  test('of a person who subscribed twice no hash is left once she is forgotten', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const ada = { name: 'Ada Banda', email: 'ada@example.com' };
    for (const key of ['one', 'two', 'three'])
      await post(app, 'subscribe', { ...ada, name: `Ada ${key}` }, { 'idempotency-key': key });
    await post(app, 'subscribe', ada);
    await post(app, 'subscribe', ada, { 'idempotency-key': 'last' });
    await forget.run([ada.email], config);
    const store = await openStore(config);
    const answers = await store.db.selectFrom('answers').select(['request_key', 'fingerprint']).execute();
    await store.close();
    expect(answers.map(({ request_key }) => request_key).sort()).toEqual([
      'key:last',
      'key:one',
      'key:three',
      'key:two',
    ]);
    expect(answers.filter(({ fingerprint }) => fingerprint !== null)).toEqual([]);
  });

  test('a subscription ends without touching the application of the same person', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    await post(app, 'job-apply', { ...application, job: await openVacancy(app) });
    await post(app, 'subscribe', { name: 'Only Subscribed', email: application.email });
    await unsubscribe.run([application.email.toUpperCase()], config);
    expect(await subscribers.run([], config)).toBe('None.');
    expect(await applications.run([], config)).toContain(application.email);
    await expect(unsubscribe.run([application.email], config)).rejects.toThrow('is not subscribed');
    if (config.databaseUrl !== null) return;
    const log = readFileSync(join(config.dataDir, 'hcs.sqlite-wal'));
    expect(log.includes('Only Subscribed')).toBe(false);
  });

  test('what is exported cannot run as a formula, and keeps the whole text', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const job = await openVacancy(app);
    const description = 'Line one\n"quoted", with commas';
    await post(app, 'job-apply', {
      ...application,
      name: '=HYPERLINK("http://evil.example")',
      description,
      job,
    });
    const csv = await applications.run(['--csv'], config);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(csv).toContain(`"'+260 97 123 4567"`);
    expect(csv).toContain('"Line one\n""quoted"", with commas"');
    expect(JSON.parse(await applications.run(['--json'], config))[0]).toMatchObject({
      description,
      vacancy: job,
    });
    expect(await applications.run([], config)).toContain('natasha@example.com');
    const long = `${'long.'.repeat(12)}name@mail.example.com`;
    await post(app, 'job-apply', { ...application, email: long, job });
    expect(await applications.run([], config)).toContain(long);
  });

  test('applications are deleted when their time is over, others stay', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    await post(app, 'job-apply', { ...application, job: await openVacancy(app) });
    const store = await openStore(config);
    const days = (count: number) => Date.now() + count * 24 * 60 * 60 * 1000;
    await deleteExpired(store, 30, days(29));
    expect(await applications.run([], config)).toContain('natasha@example.com');
    await deleteExpired(store, null, days(10_000));
    expect(await applications.run([], config)).toContain('natasha@example.com');
    await deleteExpired(store, 30, days(31));
    expect(await stored(config)).not.toContain(application.email);
    await store.close();
    expect(await applications.run([], config)).toBe('None.');
  });

  test('a backup made while the server runs holds everything', async ({ skip }) => {
    const chosen = await settings(skip);
    const { app, config } = await testApp(chosen);
    await post(app, 'subscribe', { name: 'Ada Banda', email: 'ada@example.com' });
    const file = join(temporaryFolder(), config.databaseUrl === null ? 'hcs.sqlite' : 'hcs.dump');
    expect(await backup.run([file], config)).toContain(file);
    await expect(backup.run([file], config)).rejects.toThrow('there already');
    if (config.databaseUrl !== null) {
      expect(readFileSync(file).subarray(0, 5).toString()).toBe('PGDMP');
      return;
    }
    const restored = readConfig({ DATA_DIR: join(file, '..') });
    expect(await subscribers.run([], restored)).toContain('ada@example.com');
  });

  test('the figures count what is there', async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    await post(app, 'job-apply', { ...application, job: await openVacancy(app) });
    const text = await stats.run([], config);
    expect(text).toMatch(/applications +1\n/);
    expect(text).toMatch(/subscribers +0\n/);
    expect((await articles.run(['--json'], config)).match(/"title"/g)?.length).toBeGreaterThanOrEqual(18);
  });
});
