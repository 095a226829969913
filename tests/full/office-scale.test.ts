import { rmSync } from 'node:fs';

import { expect, test } from 'vitest';

import { officePaths } from '#server/office-paths.ts';

import { startPostgres } from '../kit/postgres.ts';
import { entered } from '../service/office-scene.ts';
import { filledStore, job } from './filled-store.ts';

const rounds = 7;

test.each(['SQLite', 'PostgreSQL'])(
  'with 100,000 applications on %s each page about people takes at most 300 ms',
  async (database) => {
    await using cluster = database === 'PostgreSQL' ? await startPostgres() : undefined;
    const { app, store, config } = await filledStore(10, 100_000, await cluster?.newDatabase());
    const boss = await entered(app, store, 'boss@hcs.example', 'all');
    const newest = store.db.selectFrom('applications').select('id').orderBy('created_at', 'desc').limit(1);
    const { id } = await newest.executeTakeFirstOrThrow();
    const application = officePaths.application(id);
    const slow: [string, number][] = [];
    for (const url of [
      officePaths.home,
      officePaths.applications,
      `${officePaths.applications}?tab=all&job=${job}`,
      `${application}?tab=received`,
      `${application}?tab=all&job=${job}`,
      `${application}/answer`,
      officePaths.vacancies,
      officePaths.vacancy(job),
      `${officePaths.vacancy(job)}/close`,
    ]) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const start = performance.now();
        expect([url, (await boss.get(url)).statusCode]).toEqual([url, 200]);
        times.push(performance.now() - start);
      }
      const median = times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
      if (median > 300) slow.push([url, Math.round(median)]);
    }
    expect(slow).toEqual([]);
    await app.close();
    await store.close();
    rmSync(config.dataDir, { recursive: true, force: true });
  },
  600_000,
);
