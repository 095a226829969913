import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { application, applications } from '#server/commands/applications.ts';
import { articles, unpublish } from '#server/commands/articles.ts';
import { backup } from '#server/commands/backup.ts';
import { forget } from '#server/commands/forget.ts';
import { stats } from '#server/commands/stats.ts';
import { subscribers, unsubscribe } from '#server/commands/subscribers.ts';
import { vacancy } from '#server/commands/vacancies.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';

import { connect } from './operator.ts';
import { stores } from './stores.ts';
import { openVacancy, post, application as sent, temporaryFolder, testApp } from './test-app.ts';

type Listed = { id: string; email: string; state: string; word: string }[];

const patient = { timeout: 120_000 };

describe.each(stores)('with $name', ({ settings }) => {
  test(
    'applications are found by vacancy, day and state, and marked with a word',
    patient,
    async ({ skip }) => {
      const { app, config } = await testApp(await settings(skip));
      const [first = '', second = ''] = (await app.inject('/connect/v1/job-list'))
        .json<{ payload: { _id: string }[] }>()
        .payload.map(({ _id }) => _id);
      await post(app, 'job-apply', { ...sent, job: first, email: 'ada@example.com' });
      await post(app, 'job-apply', {
        ...sent,
        job: second,
        email: 'bob@example.com',
        description: 'a\n\u001b[2Jb',
      });
      const emails = async (...words: string[]) =>
        (JSON.parse(await applications.run([...words, '--json'], config)) as Listed).map(
          ({ email }) => email,
        );
      expect(await emails('--vacancy', first)).toEqual(['ada@example.com']);
      expect(await emails('--since', '2026-01-01')).toEqual(['bob@example.com', 'ada@example.com']);
      expect(await emails('--since', '2126-01-01T08:00')).toEqual([]);
      await expect(applications.run(['--since', 'Friday'], config)).rejects.toThrow('is not a date such as');
      await expect(applications.run(['--vacancy', 'painter'], config)).rejects.toThrow(
        'no vacancy with the id',
      );
      const [{ id = '' } = {}] = JSON.parse(
        await applications.run(['--vacancy', second, '--json'], config),
      ) as Listed;
      expect(await application.run(['show', id], config)).toMatch(
        /email +bob@example.com[\s\S]*\n\na\n *(?:\[2J)?b$/,
      );
      expect(await application.run(['mark', id, 'shortlisted', 'We will call you.'], config)).toMatch(
        /^Marked as shortlisted\. Whoever follows .*: We will call you\.$/,
      );
      expect(await emails('--unread')).toEqual(['ada@example.com']);
      await application.run(['mark', id, 'read'], config);
      expect(JSON.parse(await application.run(['show', id, '--json'], config))).toMatchObject({
        state: 'read',
        word: 'We will call you.',
      });
      await application.run(['mark', id, 'read', ''], config);
      expect(JSON.parse(await application.run(['show', id, '--json'], config))).toMatchObject({ word: '' });
      await expect(application.run(['mark', id, 'hired'], config)).rejects.toThrow(
        'none of the states received, read',
      );
    },
  );

  test('an application is deleted by its id alone, with what would tell of it', patient, async ({ skip }) => {
    const { app, config } = await testApp({
      ...(await settings(skip)),
      NOTIFY_WEBHOOK: 'http://127.0.0.1:9/nobody',
    });
    const job = await openVacancy(app);
    await post(app, 'job-apply', { ...sent, job }, { 'idempotency-key': 'one' });
    await post(app, 'job-apply', { ...sent, job, email: 'ada@example.com' });
    const listed = JSON.parse(await applications.run(['--json'], config)) as Listed;
    const id = listed.find(({ email }) => email === sent.email)?.id ?? '';
    await expect(application.run(['delete'], config)).rejects.toThrow('Usage:');
    await expect(application.run(['delete', 'x'], config)).rejects.toThrow('no application with the id');
    await application.run(['delete', id], config);
    expect(await applications.run([], config)).not.toContain(sent.email);
    expect(await applications.run([], config)).toContain('ada@example.com');
    const store = await openStore(config);
    expect(await store.db.selectFrom('outgoing').select('id').execute()).toHaveLength(1);
    const answer = store.db.selectFrom('answers').select('fingerprint').where('request_key', '=', 'key:one');
    expect(await answer.execute()).toEqual([{ fingerprint: null }]);
    await store.close();
  });

  test('no command but those that put something in makes a store', patient, async ({ skip }) => {
    const dataDir = join(temporaryFolder(), 'data');
    const config = readConfig({ ...(await settings(skip)), DATA_DIR: dataDir });
    for (const [command, words] of [
      [applications, []],
      [application, ['show', 'x']],
      [application, ['delete', 'x']],
      [subscribers, []],
      [articles, []],
      [stats, []],
      [vacancy, ['list']],
      [vacancy, ['close', 'x']],
      [vacancy, ['open', 'x']],
      [unpublish, ['x']],
      [unsubscribe, ['x']],
      [forget, ['x']],
      [backup, [join(temporaryFolder(), 'copy')]],
    ] as const)
      await expect(command.run([...words], config)).rejects.toThrow(
        /^DATA(?:_DIR|BASE_URL): .*(?:there is no store|holds no store).* --env-file=FILE COMMAND\.$/,
      );
    expect(existsSync(dataDir)).toBe(false);
  });
});

test(
  'the command line says on stderr which store it works on, and reads its settings from a file',
  patient,
  async () => {
    const dataDir = temporaryFolder();
    const envFile = join(temporaryFolder(), 'hcs.env');
    writeFileSync(envFile, `DATA_DIR=${dataDir}\nRETENTION_DAYS=9\n`);
    await (await openStore(readConfig({ DATA_DIR: dataDir }))).close();
    const stored = join(dataDir, 'hcs.sqlite');
    const listed = await connect({}, `--env-file=${envFile}`, 'articles', '--json');
    expect([listed.code, listed.stderr]).toEqual([0, `Store: ${stored}\n`]);
    expect(JSON.parse(listed.stdout)).toHaveLength(24);
    const missing = await connect({ DATA_DIR: join(dataDir, 'none') }, 'applications');
    expect([missing.code, missing.stdout]).toEqual([1, '']);
    expect(missing.stderr).toContain('(not there yet)');
    const secret = await connect({ DATABASE_URL: 'postgres://hcs:geheim@127.0.0.1:1/site' }, 'stats');
    expect(secret.code).toBe(1);
    expect(secret.stderr).toMatch(/^Store: PostgreSQL database "site" on 127\.0\.0\.1:1\n/);
    expect(secret.stderr).not.toContain('geheim');
    expect((await connect({ DATA_DIR: dataDir }, 'applications', '--xml')).code).toBe(2);
    expect((await connect({}, '--env-file=/does/not/exist', 'stats')).code).not.toBe(0);
  },
);

test('every command explains itself', patient, async () => {
  const help = await connect({}, 'help');
  const names = [...new Set(help.stdout.match(/^ {2}[a-z]+(?= |$)/gm)?.map((name) => name.trim()))];
  expect(names).toEqual(
    'applications application subscribers unsubscribe forget publish unpublish preview articles vacancy alert import backup restore stats'.split(
      ' ',
    ),
  );
  const texts = await Promise.all(names.slice(0, 3).map((name) => connect({}, name, '--help')));
  texts.forEach(({ code, stdout, stderr }, place) => {
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^npm run connect -- ${names[place]}`));
  });
});
