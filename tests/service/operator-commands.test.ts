import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';

import { listed } from './followed.ts';
import { connect, connectIn } from './operator.ts';
import { stores } from './stores.ts';
import { openVacancy, post, application as sent, temporaryFolder, testApp } from './test-app.ts';
import { writeArticle } from './written-article.ts';

const patient = { timeout: 120_000 };

describe.each(stores)('with $name', ({ settings }) => {
  test('applications are listed, read one by one, and marked with a note', patient, async ({ skip }) => {
    const { app, config } = await testApp(await settings(skip));
    const job = await openVacancy(app);
    await post(app, 'job-apply', { ...sent, job, email: 'ada@example.com' });
    await post(app, 'job-apply', { ...sent, job, description: 'a\n\u001b[2Jb' });
    const [head = '', first = '', second = '', ...others] = (await runLine(config, 'applications')).split(
      '\n',
    );
    expect([head.split('\t')[0], second, others]).toEqual([
      'id',
      expect.stringContaining('ada@example.com'),
      [],
    ]);
    expect(first.replaceAll('\u001b', '')).toBe(first);
    for (const cell of ['received', job, sent.name, sent.email, sent.mobile, sent.profile, 'a [2Jb'])
      expect(first.split('\t')).toContain(cell);
    const id = (await listed(config)).find(({ email }) => email === sent.email)?.id ?? '';
    const mark = (...words: string[]) => runLine(config, 'application', 'mark', id, ...words);
    expect(await mark('shortlisted', 'We will call you.')).toMatch(
      /^Marked as shortlisted\. The applicant sees .*: We will call you\.$/,
    );
    expect(JSON.parse(await mark('read', '--json'))).toEqual({
      id,
      state: 'read',
      note: 'We will call you.',
    });
    expect(JSON.parse(await mark('read', '', '--json'))).toMatchObject({ note: null });
    await expect(mark('hired')).rejects.toThrow('not one of the states received, read');
    await expect(runLine(config, 'application', 'mark', 'x', 'read')).rejects.toThrow('no application with');
  });

  test('no command but those that put something in makes a store', patient, async ({ skip }) => {
    const dataDir = join(temporaryFolder(), 'data');
    const config = readConfig({ ...(await settings(skip)), DATA_DIR: dataDir });
    for (const words of [
      ['applications'],
      ['application', 'mark', 'x', 'read'],
      ['subscribers'],
      ['articles'],
      ['vacancy', 'list'],
      ['vacancy', 'close', 'x'],
      ['unpublish', 'x'],
      ['unsubscribe', 'x'],
      ['forget', 'x'],
    ])
      await expect(runLine(config, ...words)).rejects.toThrow(
        /^DATA(?:_DIR|BASE_URL): .*(?:there is no store|holds no store).* --env-file=FILE COMMAND\.$/,
      );
    expect(existsSync(dataDir)).toBe(false);
  });
});

test.each([
  [['publish', 'no-such-file.md'], 'There is no file'],
  [['publish'], 'Usage: npm run connect -- publish [--replace] [--draft] FILE.md'],
  [['vacancy', 'paint', 'x'], 'There is no command "vacancy paint"'],
  [['applications', '--xml'], "Unknown option '--xml'"],
  [['forget'], 'Usage: npm run connect -- forget EMAIL'],
])('a faulty call is answered in words %#', async (words, message) => {
  const config = readConfig({ DATA_DIR: temporaryFolder() });
  await expect(async () => runLine(config, ...words)).rejects.toThrow(message);
});

test('the command line says on stderr which store it works on, and reads its settings from a file', {
  ...patient,
}, async () => {
  const dataDir = temporaryFolder();
  const envFile = join(temporaryFolder(), 'hcs.env');
  writeFileSync(envFile, `DATA_DIR=${dataDir}\n`);
  await (await openStore(readConfig({ DATA_DIR: dataDir }))).close();
  const shown = await connect({}, `--env-file=${envFile}`, 'articles', '--json');
  expect([shown.code, shown.stderr, shown.stdout]).toEqual([
    0,
    `Store: ${join(dataDir, 'hcs.sqlite')}\n`,
    '[]\n',
  ]);
  const missing = await connect({ DATA_DIR: join(dataDir, 'none') }, 'applications');
  expect([missing.code, missing.stdout]).toEqual([1, '']);
  expect(missing.stderr).toContain('(not there yet)');
  const secret = await connect({ DATABASE_URL: 'postgres://hcs:geheim@127.0.0.1:1/site' }, 'articles');
  expect(secret.code).toBe(1);
  expect(secret.stderr).toMatch(/^Store: PostgreSQL database "site" on 127\.0\.0\.1:1\n/);
  expect(secret.stderr).not.toContain('geheim');
  expect((await connect({ DATA_DIR: dataDir }, 'applications', '--xml')).code).toBe(2);
  const article = writeArticle();
  expect((await connect({ DATA_DIR: dataDir }, 'publish', article)).code).toBe(0);
  expect((await connect({ DATA_DIR: dataDir }, 'publish', article)).code).toBe(2);
  const usage = await connect({ CONNECT_COMMAND: 'hcs' }, 'forget');
  expect([usage.code, usage.stderr]).toEqual([2, expect.stringContaining('Usage: hcs forget EMAIL')]);
});

test('every command explains itself', patient, async () => {
  const help = await connect({}, 'help');
  expect([...new Set(help.stdout.match(/^ {2}[a-z]+(?= |$)/gm)?.map((name) => name.trim()))]).toEqual(
    'applications application publish unpublish articles vacancy subscribers unsubscribe forget backup restore'.split(
      ' ',
    ),
  );
  const { code, stdout, stderr } = await connect({}, 'vacancy', '--help');
  expect([code, stderr, stdout.match(/^ {2}vacancy \w+/gm)?.length]).toEqual([0, '', 3]);
});

test('where no setting names a store, none is made in the folder that the shell is in', patient, async () => {
  const folder = temporaryFolder();
  const { code, stderr } = await connectIn(folder, {}, 'publish', writeArticle());
  expect([code, stderr]).toEqual([1, expect.stringContaining('DATA_DIR: there is no store')]);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('where a provider keeps the content, no command works on a store that the site does not show', async () => {
  const { config } = await testApp();
  const provided = { ...config, upstream: 'https://api.example.com/v1' };
  for (const words of [['publish', writeArticle()], ['vacancy', 'list'], ['applications'], ['forget', 'x']])
    await expect(runLine(provided, ...words)).rejects.toThrow(/^CONNECT_UPSTREAM: .*$/);
});

test('what a command makes is for its owner alone', patient, async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const backups = join(dataDir, 'backups');
  expect((await connect({ DATA_DIR: dataDir }, 'publish', writeArticle())).code).toBe(0);
  expect((await connect({ DATA_DIR: dataDir }, 'backup', '--keep', '3', backups)).code).toBe(0);
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([dataDir, join(dataDir, 'hcs.sqlite'), backups].map(modeOf)).toEqual(['700', '600', '700']);
});
