import { describe, expect, test } from 'vitest';

import { withStore } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { invite } from '#server/office/people.ts';
import { pages } from '#src/paths.ts';

import { fillStore } from '../bench/fill-store.ts';
import { addAddresses, backUp, signIn } from '../bench/store.ts';
import { ownPort } from '../kit/ports.ts';
import { startServer } from '../kit/server.ts';
import { startWriters } from '../kit/writers.ts';
import { stores, until } from '../service/store.ts';

const minuteMs = 60_000;
const filled = 2_000;

describe.each(stores)('on $name', ({ newStore }) => {
  test('nothing is lost while twenty people read and write, the office exports and imports, a backup is made, and old rows are deleted', async () => {
    const place = await newStore();
    const PORT = String(await ownPort());
    const SITE_URL = `http://localhost:${PORT}`;
    await using server = await startServer({ ...place, PORT, SITE_URL });
    await server.stop();
    const config = readConfig({ ...place, DATA_DIR: server.dataDir });
    const inStore = <T>(work: Parameters<typeof withStore<T>>[1]) => withStore(config, work);
    const token = await inStore(async (store) => {
      const job = await store.db.selectFrom('vacancies').select('id').limit(1).executeTakeFirstOrThrow();
      await fillStore(store, filled, job.id);
      return (await store.write((trx) => invite(trx, 'boss@hcs.example', 'all'))).token;
    });
    const countOld = () =>
      inStore(({ db }) =>
        db
          .selectFrom('applications')
          .select('id')
          .where('created_at', '<', new Date(Date.now() - 30 * 86_400_000).toISOString())
          .execute(),
      ).then(({ length }) => length);
    expect(await countOld()).toBeGreaterThan(filled / 2);
    // The deletion begins.
    await server.start({ RETENTION_DAYS: '30' });
    const office = await signIn(SITE_URL, token);
    const writers = await startWriters([server.url]);
    writers.write(10);
    const end = performance.now() + minuteMs;
    const again = async (work: () => Promise<void>) => {
      do await work();
      while (performance.now() < end);
    };
    const readers = Array.from({ length: 10 }, (_, number) =>
      again(async () => {
        const answer = await fetch(server.url + pages[number % 2 ? 'career' : 'mediaRoom'].path);
        // On a slow machine a page may come as a shell.
        expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('</html>')]);
      }),
    );
    const acts = [
      async () => {
        const { body } = await office(officePaths.applicationsCsv, { tab: 'all' });
        const ids = body.match(/^"[0-9a-f-]{36}"/gm) ?? [];
        expect(ids.length).toBeGreaterThan(filled / 10);
        expect(new Set(ids).size).toBe(ids.length);
      },
      () => backUp(server, place),
      () => addAddresses(office, 500),
    ].map(again);
    await Promise.all([...readers, ...acts]);
    await writers.stop();
    await until(async () => expect(await countOld()).toBe(0));
    await writers.expectAllStoredOnce({ ...place, DATA_DIR: server.dataDir }, 10);
    const imported = await inStore(({ db }) =>
      db.selectFrom('subscribers').select('email').where('email', 'like', 'imported.%').execute(),
    );
    expect(imported).toHaveLength(1_000);
    expect(server.takeLog()).toEqual([]);
  });
});
