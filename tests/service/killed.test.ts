import { describe, expect, test } from 'vitest';

import { seededRandom } from '../support/seeded-random.ts';
import { startSite } from '../support/site.ts';
import { stores } from './stores.ts';
import { firstVacancy, until, Writers } from './writers.ts';

const rounds = 8;

describe.each(stores)('with $name', ({ settings }) => {
  test('killed at random moments, the service keeps all it acknowledged and stores nothing twice', {
    timeout: 300_000,
  }, async ({ skip }) => {
    const chosen = await settings(skip);
    await using site = await startSite(chosen);
    const random = seededRandom(20261121);
    const writers = new Writers([site.url], await firstVacancy(site.url));
    for (let round = 0; round < rounds; round += 1) {
      writers.start(16);
      await until(() => writers.entries.some(({ acknowledged }) => acknowledged));
      // The moment of the kill is random, not a wait for something.
      await new Promise((resolve) => setTimeout(resolve, random() * 150));
      const killed = site.stop('SIGKILL');
      await Promise.all([killed, writers.stop()]);
      await site.start();
    }
    expect(writers.unacknowledged.length).toBeGreaterThan(0);
    await writers.sendRest();
    await writers.expectAllStoredOnce({ ...chosen, DATA_DIR: site.dataDir }, rounds);
  });
});
