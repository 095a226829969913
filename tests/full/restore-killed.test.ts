import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { withClient } from '../kit/postgres.ts';
import { openedStore } from '../service/office-scene.ts';
import { bob } from '../service/restore-scene.ts';
import { ada, answered, newDatabase, openApp, temporaryFolder, until } from '../service/store.ts';

const places = [
  {
    name: 'SQLite',
    newStore: async () => ({ DATA_DIR: temporaryFolder() }),
    isHalfway: async ({ DATA_DIR = '' }: Record<string, string>) =>
      (statSync(join(DATA_DIR, 'hcs.sqlite.hcs-unfinished'), { throwIfNoEntry: false })?.size ?? 0) > 1e6,
  },
  {
    name: 'PostgreSQL',
    newStore: async () => ({ DATABASE_URL: await newDatabase() }),
    isHalfway: async ({ DATABASE_URL = '' }: Record<string, string>) => {
      const query = `select 1 from pg_stat_activity where query like 'insert into "pictures"%'`;
      return withClient(DATABASE_URL, async (client) => (await client.query(query)).rows.length > 0);
    },
  },
];

describe.each(places)('on $name', ({ newStore, isHalfway }) => {
  test('an exact restore that is killed leaves the old store as it was, and the next one succeeds', async () => {
    const from = await openApp({ SAMPLE_CONTENT: '' });
    await answered(201, from.post('subscribe', ada));
    const { db } = await openedStore(from.config);
    const created_at = new Date().toISOString();
    for (let number = 0; number < 100; number += 1) {
      const bytes = Buffer.alloc(1_000_000, number);
      await db
        .insertInto('pictures')
        .values({ name: `${number}.gif`, type: 'image/gif', created_at, bytes })
        .execute();
    }
    const copy = join(temporaryFolder(), 'copy.sqlite');
    await from.command('backup', copy);
    const settings = await newStore();
    const to = await openApp({ ...settings, SAMPLE_CONTENT: '' });
    await answered(201, to.post('subscribe', bob));
    await to.app.close();
    const words = ['server/cli.mjs', 'restore', '--exactly', copy];
    const env = { ...process.env, ...settings };
    const restoring = spawn(process.execPath, words, { env, stdio: 'ignore' });
    const ended = once(restoring, 'exit');
    await until(async () => expect(await isHalfway(settings)).toBe(true));
    restoring.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const old = await openApp(to.settings);
    expect(await old.subscribers()).toMatchObject([bob]);
    await old.app.close();
    const again = spawnSync(process.execPath, words, { env, encoding: 'utf8' });
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('subscribers')]);
    expect(await to.subscribers()).toMatchObject([ada]);
    const restored = await openedStore(to.config);
    expect(await restored.db.selectFrom('pictures').select('name').execute()).toHaveLength(100);
  });
});
