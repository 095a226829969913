import { expect, test } from 'vitest';

import { withClient } from '../kit/postgres.ts';
import { bob, changedSince, contentOf } from '../service/restore-scene.ts';
import { newDatabase, openApp } from '../service/store.ts';

test('a restore interrupted by a power failure on PostgreSQL is reported at the next start and can be run again', async () => {
  const app = await openApp({ DATABASE_URL: await newDatabase() });
  const { restore } = await changedSince(app);
  await withClient(app.config.databaseUrl ?? '', (client) =>
    client.query(`alter schema public rename to before_restore_x; create schema public;
      comment on schema public is 'before_restore_x'`),
  );
  await expect(openApp(app.settings)).rejects.toThrow('a restore was interrupted');
  await restore();
  expect((await contentOf(app)).subscribers).toEqual([bob.email]);
});
