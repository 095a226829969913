import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';

import { withClient } from '../support/postgres.ts';
import { postgresStore, stores } from './stores.ts';
import { temporaryFolder } from './test-app.ts';
import { writeArticle } from './written-article.ts';

const run = promisify(execFile);

describe.each(stores)('with $name', ({ settings }) => {
  test('a store that a newer version made is not touched, and the setting is named', async ({ skip }) => {
    const config = readConfig({ DATA_DIR: temporaryFolder(), ...(await settings(skip)) });
    const store = await openStore(config);
    await sql`insert into kysely_migration (name, timestamp) values ('2999-01-01-later', '2999')`.execute(
      store.db,
    );
    await store.close();
    await expect(openStore(config)).rejects.toThrow(
      /^DATA(_DIR|BASE_URL): .* newer version of this program\./,
    );
  });

  test('a store that several programs open at once is made once, and an id is given once', {
    timeout: 120_000,
  }, async ({ skip }) => {
    const env = { ...process.env, DATA_DIR: temporaryFolder(), ...(await settings(skip)) };
    const command = (...words: string[]) => run(process.execPath, ['server/cli.ts', ...words], { env });
    const article = writeArticle();
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => command('publish', article)));
    const refused = all.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason.stderr));
    expect(refused).toEqual(Array(3).fill(expect.stringContaining('is taken by')));
    expect((await command('articles')).stdout.trim().split('\n')).toHaveLength(2);
  });
});

test('a database that may not be written to is refused at the start', async ({ skip }) => {
  const settings = await postgresStore.settings(skip);
  const url = settings.DATABASE_URL ?? '';
  await withClient(url, (client) =>
    client.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`),
  );
  const config = readConfig({ DATA_DIR: temporaryFolder(), ...settings });
  await expect(openStore(config)).rejects.toThrow('DATABASE_URL: the database is read-only.');
});
