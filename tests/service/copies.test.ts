import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { readConfig } from '#server/config.ts';

import { startServer } from '../kit/server.ts';
import { bob, type Restored } from './restore-scene.ts';
import { ada, answered, openApp, stores, temporaryFolder } from './store.ts';

const fileOf = (dataDir: string) => join(dataDir, 'hcs.sqlite');

/** Changes the copy as a newer, incompatible version would. */
function makeNewer(file: string): void {
  using database = new DatabaseSync(file);
  database.exec("insert into kysely_migration (name, timestamp) values ('9999_later', '2999')");
  database.exec("insert into facts (name, value) values ('needs', '9999_later')");
  database.exec('create table later (id text)');
}

function subscribersIn(file: string): unknown {
  using database = new DatabaseSync(file, { readOnly: true });
  return database
    .prepare('select email from subscribers order by email')
    .all()
    .map(({ email }) => email);
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a copy made while the server is running brings everything back, including secrets, once nothing uses the store', async () => {
    const { app, apply, command, post, settings, subscribers } = await openApp(await newStore());
    const { body } = await answered(201, apply());
    const copy = join(temporaryFolder(), 'copy.sqlite');
    expect(await command('backup', copy)).toContain(`restore ${copy}`);
    await expect(command('backup', copy)).rejects.toThrow('already exists');
    await answered(201, post('subscribe', ada));
    await expect(command('restore', '--exactly', copy)).rejects.toThrow('Stop it first');
    expect(await subscribers(), 'what was written meanwhile is there').toMatchObject([ada]);
    await app.close();
    const said = JSON.parse(await command('restore', '--exactly', copy, '--json')) as Restored;
    expect(said.onlyInOld).toEqual({ applications: 0, enquiries: 0, subscribers: 1 });
    const again = await openApp(settings);
    expect((await again.apply()).body).toBe(body);
    expect(await again.subscribers()).toEqual([]);
  });

  test('a damaged copy, another file and a copy from a newer version are refused, and nothing is changed', async () => {
    const { app, command, config, post, subscribers } = await openApp(await newStore());
    await answered(201, post('subscribe', ada));
    await app.close();
    const folder = temporaryFolder();
    const copy = join(folder, 'copy.sqlite');
    await command('backup', copy);
    const damaged = readFileSync(copy).fill(7, 4_096);
    makeNewer(copy);
    for (const content of [
      readFileSync(copy),
      damaged,
      'no database, only a text of some length'.repeat(50),
    ]) {
      writeFileSync(copy, content);
      await expect(command('restore', '--exactly', copy)).rejects.toThrow(/^The copy|cannot be read/);
    }
    await expect(command('restore', '--exactly', `${copy}.gone`)).rejects.toThrow('File not found');
    expect(await subscribers()).toMatchObject([ada]);
    const left = [config.dataDir, folder].flatMap((place) => readdirSync(place));
    expect(left.filter((name) => /unfinished|before-restore/.test(name))).toEqual([]);
  });
});

test('a folder keeps the given number of backups, and the remains of an interrupted one are deleted', async () => {
  const { command } = await openApp();
  const folder = temporaryFolder();
  await command('backup', '--keep', '2', folder);
  writeFileSync(join(folder, 'hcs-20261121T183000123Z.sqlite.hcs-unfinished'), 'personal data');
  writeFileSync(join(folder, 'letter.txt'), '');
  for (let time = 0; time < 3; time += 1) await command('backup', '--keep', '2', folder);
  const copy = expect.stringMatching(/^hcs-.*\.sqlite$/);
  expect(readdirSync(folder).sort()).toEqual([copy, copy, 'letter.txt']);
});

test('a log left by a killed server is included when its store is backed up or restored', async () => {
  await using server = await startServer();
  const file = fileOf(server.dataDir);
  const subscribeAndKill = async (person: object) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(person);
    const { status } = await fetch(`${server.url}/connect/v1/subscribe`, { method: 'POST', headers, body });
    expect(status).toBe(201);
    await server.stop('SIGKILL');
    expect(existsSync(`${file}-wal`)).toBe(true);
  };
  await subscribeAndKill(ada);
  const { app, command, subscribers } = await openApp({ SAMPLE_CONTENT: '' });
  await app.close();
  await command('restore', '--exactly', file);
  expect(await subscribers()).toMatchObject([ada]);
  const copy = join(temporaryFolder(), 'copy.sqlite');
  await command('backup', copy);
  await server.start();
  await subscribeAndKill(bob);
  const killed = readConfig({ DATA_DIR: server.dataDir });
  const said = JSON.parse(await runLine(killed, 'restore', '--exactly', copy, '--json')) as Restored;
  expect([subscribersIn(file), subscribersIn(said.aside ?? '')]).toEqual([
    [ada.email],
    [ada.email, bob.email],
  ]);
});
