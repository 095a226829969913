import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';

import { ada, answered, applicant, openApp, stores, temporaryFolder } from './store.ts';

type Settings = Record<string, string>;

/** Runs the program as a person would. */
function connect(settings: Settings, ...words: string[]) {
  const { cwd, ...env } = { ...process.env, ...settings };
  return spawnSync(process.execPath, [resolve('server/cli.mjs'), ...words], { cwd, env, encoding: 'utf8' });
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('applications are listed, one per line', async () => {
    const { apply, command, job, list } = await openApp(await newStore());
    await answered(201, apply({ email: ada.email }));
    await answered(201, apply({ description: 'a\n\u001b[2Jb' }));
    const lines = (await command('applications')).split('\n').map((line) => line.split('\t'));
    expect(lines.map(([id]) => id)).toEqual(['id', ...(await list()).map(({ id }) => id)]);
    const cells = lines.find((cells) => cells.includes(applicant.email));
    expect(cells).toEqual(expect.arrayContaining(['received', await job(), 'a [2Jb']));
  });

  test('commands that only read or delete do not create a store', async () => {
    const dataDir = join(temporaryFolder(), 'data');
    const config = readConfig({ ...(await newStore()), DATA_DIR: dataDir });
    for (const line of ['applications', 'enquiries', 'samples', 'forget x', 'invite x@example.com'])
      await expect(runLine(config, ...line.split(' '))).rejects.toThrow(
        /^DATA(?:_DIR|BASE_URL): .*(?:store not found|contains no store).* --env-file=FILE server\/cli\.mjs COMMAND\.$/,
      );
    expect(existsSync(dataDir)).toBe(false);
  });
});

test.each([
  ['restore no-such-file', 'File not found'],
  ['paint x', 'Unknown command "paint"'],
  ['applications --xml', "Unknown option '--xml'"],
  ['forget', 'Usage: npm run connect -- forget [--yes] WHO'],
  ['forget one two', 'Usage: npm run connect -- forget [--yes] WHO'],
  ['forget --yes mwila', '"mwila" is neither an email address nor a phone number.'],
  ['forget --yes ada@x.example,0971234567', 'is neither an email address nor a phone number.'],
  ['backup', 'Usage: npm run connect -- backup [--keep KEEP] FILE'],
])('the call "%s" is refused with an explanation', async (line, message) => {
  const { command } = await openApp();
  await expect(async () => command(...line.split(' '))).rejects.toThrow(message);
});

test.each(['applications', 'forget x'])(
  'if a provider has the content, "%s" does not work on a store',
  async (line) => {
    const { command } = await openApp({ CONNECT_UPSTREAM: 'https://api.example.com/v1' });
    await expect(command(...line.split(' '))).rejects.toThrow(/^CONNECT_UPSTREAM: /);
  },
);

test('a command names its store and creates private files', async () => {
  const DATA_DIR = join(temporaryFolder(), 'data');
  const backups = join(DATA_DIR, 'backups');
  const missing = connect({ DATA_DIR }, 'applications');
  expect(missing).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('(does not exist yet)'),
  });
  await (await openStore(readConfig({ DATA_DIR }))).close();
  expect(connect({ DATA_DIR }, 'backup', '--keep', '3', backups).status).toBe(0);
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
  const copy = join(backups, readdirSync(backups)[0] ?? '');
  expect([DATA_DIR, backups, copy].map(modeOf)).toEqual(['700', '700', '600']);
  for (const line of ['forget --yes 0971234567', 'person 0971234567'])
    expect(connect({ DATA_DIR }, ...line.split(' '))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Nothing is stored with 0971234567.'),
    });
  const listed = connect({ DATA_DIR }, 'applications', '--json');
  const stderr = `Store: ${join(DATA_DIR, 'hcs.sqlite')}\n`;
  expect(listed).toMatchObject({ status: 0, stderr, stdout: '[]\n' });
});

test("no command reveals the database's password", () => {
  const settings = { DATABASE_URL: 'postgres://hcs:geheim@127.0.0.1:1/site' };
  const { status, stderr } = connect(settings, 'applications');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Store: PostgreSQL database "site" on 127\.0\.0\.1:1\n/);
  expect(stderr).not.toContain('geheim');
});

test("if no setting names a store, none is created in the shell's current folder", () => {
  const cwd = temporaryFolder();
  const { status, stderr } = connect({ cwd }, 'invite', 'boss@hcs.example');
  expect([status, stderr]).toEqual([1, expect.stringContaining('DATA_DIR: store not found')]);
  expect(existsSync(join(cwd, 'data'))).toBe(false);
});

test('the help uses the name under which the command was called', () => {
  expect(connect({ CONNECT_COMMAND: 'hcs' }, 'help').stdout).toContain('Usage: hcs ');
  const { status, stderr, stdout } = connect({}, 'applications', '--help');
  const names = ['  applications'];
  expect([status, stderr, stdout.match(/^ {2}\w+(?: [a-z]+)?/gm)]).toEqual([0, '', names]);
});
