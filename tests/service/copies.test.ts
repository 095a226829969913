import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { readConfig } from '#server/config.ts';

import { startServer } from '../kit/server.ts';
import { bob } from './restore-scene.ts';
import { ada, answered, openApp, temporaryFolder } from './store.ts';

const fileOf = (dataDir: string) => join(dataDir, 'hcs.sqlite');

/** Changes the store as a newer, incompatible version would. */
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

/** A server that has stopped. */
async function stoppedApp() {
  const site = await openApp({ SAMPLE_CONTENT: '' });
  await answered(201, site.post('subscribe', ada));
  await site.app.close();
  return { ...site, file: fileOf(site.config.dataDir), copy: join(temporaryFolder(), 'copy.sqlite') };
}

test('a backup made while the server is running restores everything, including secrets', async () => {
  const { app, apply, command, config, post, settings } = await openApp();
  const { body } = await answered(201, apply());
  const copy = join(temporaryFolder(), 'copy.sqlite');
  expect(await command('backup', copy)).toContain(`restore ${copy}`);
  await expect(command('backup', copy)).rejects.toThrow('already exists');
  await answered(201, post('subscribe', ada));
  await expect(command('restore', copy)).rejects.toThrow('Stop it first');
  expect(subscribersIn(fileOf(config.dataDir)), 'what was written meanwhile is there').toEqual([ada.email]);
  await app.close();
  const { aside } = JSON.parse(await command('restore', copy, '--json')) as { aside: string };
  const again = await openApp(settings);
  expect((await again.apply()).body).toBe(body);
  expect([await again.subscribers(), subscribersIn(aside)]).toMatchObject([[ada], [ada.email]]);
});

test('a folder keeps the given number of backups, and the remains of an interrupted one are deleted', async () => {
  const { command } = await stoppedApp();
  const folder = temporaryFolder();
  await command('backup', '--keep', '2', folder);
  writeFileSync(join(folder, 'hcs-20261121T183000123Z.sqlite.hcs-unfinished'), 'personal data');
  writeFileSync(join(folder, 'letter.txt'), '');
  for (let time = 0; time < 3; time += 1) await command('backup', '--keep', '2', folder);
  const copy = expect.stringMatching(/^hcs-.*\.sqlite$/);
  expect(readdirSync(folder).sort()).toEqual([copy, copy, 'letter.txt']);
});

test('a damaged copy, another file and a copy from a newer version are refused, and nothing is changed', async () => {
  const { command, config, copy, file } = await stoppedApp();
  await command('backup', copy);
  const damaged = readFileSync(copy).fill(7, 4_096);
  makeNewer(copy);
  const before = readFileSync(file);
  for (const content of [readFileSync(copy), damaged, 'no database, only a text of some length'.repeat(50)]) {
    writeFileSync(copy, content);
    await expect(command('restore', copy)).rejects.toThrow('The copy');
  }
  await expect(command('restore', `${copy}.gone`)).rejects.toThrow('File not found');
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(config.dataDir).filter((name) => /unfinished|restore/.test(name))).toEqual([]);
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
  const { command, copy, subscribers } = await stoppedApp();
  await command('restore', '--exactly', file);
  expect(await subscribers()).toMatchObject([ada]);
  await command('backup', copy);
  await server.start();
  await subscribeAndKill(bob);
  const killed = readConfig({ DATA_DIR: server.dataDir });
  const { aside } = JSON.parse(await runLine(killed, 'restore', copy, '--json')) as { aside: string };
  expect([subscribersIn(file), subscribersIn(aside)]).toEqual(Array(2).fill([ada.email, bob.email]));
});
