import { describe, expect, test } from 'vitest';

import { firstVacancy } from '../support/applicant.ts';
import { startPostgres } from '../support/postgres.ts';
import { startRelay } from '../support/relay.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startSite } from '../support/site.ts';
import { stores } from './stores.ts';
import { type Attempt, until, Writers } from './writers.ts';

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

const taken = ({ status }: Attempt) => status === 201;

test('two servers lose nothing and double nothing when one is killed and their database restarts and vanishes', {
  timeout: 300_000,
}, async ({ skip }) => {
  const cluster = await startPostgres();
  if (typeof cluster === 'string') return skip(cluster);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => cluster.stop());
  const direct = await cluster.newDatabase();
  const relay = stack.use(await startRelay(Number(new URL(direct).port)));
  const address = new URL(direct);
  address.port = String(relay.port);
  const settings = { DATABASE_URL: address.href };
  const one = stack.use(await startSite(settings));
  const two = stack.use(await startSite(settings));
  const writers = new Writers([one.url, two.url], await firstVacancy(one.url));
  const { attempts } = writers;
  const since = (start: number, is: (attempt: Attempt) => boolean) => attempts.slice(start).filter(is);
  /** As many thanks again as there are writers twice over: it works on both servers. */
  const untilWellAgain = (start = attempts.length) => until(() => since(start, taken).length >= 32);

  writers.start(16);
  await untilWellAgain();
  await one.stop('SIGKILL');
  await untilWellAgain();
  await one.start();
  await untilWellAgain();
  const started = attempts.length;

  await cluster.restart();
  await untilWellAgain();
  expect(since(started, ({ status }) => status === 503).length).toBeGreaterThan(0);

  const vanished = attempts.length;
  relay.vanish();
  await until(() => since(vanished, (attempt) => !taken(attempt)).length >= 48);
  relay.appear();
  await untilWellAgain();
  await writers.stop();

  // From the restart on nobody was left without an answer, or waited for longer than a browser does.
  expect(new Set(since(started, () => true).map(({ status }) => status))).toEqual(new Set([201, 503]));
  await writers.sendRest();
  await writers.expectAllStoredOnce({ DATABASE_URL: direct }, 16);
});
