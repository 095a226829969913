import { expect, test } from 'vitest';

import { startPostgres } from '../kit/postgres.ts';
import { startRelay } from '../kit/relay.ts';
import { startServer } from '../kit/server.ts';
import { type Status, startWriters } from '../kit/writers.ts';
import { until } from '../service/store.ts';

test('two servers lose and duplicate nothing while one of them and their database fail', async () => {
  await using cluster = await startPostgres();
  const direct = await cluster.newDatabase();
  using relay = await startRelay(direct);
  const settings = { DATABASE_URL: relay.url };
  await using one = await startServer(settings);
  await using two = await startServer(settings);
  const writers = await startWriters([one.url, two.url]);
  const since = (start: number, isMeant: (status: Status) => boolean) =>
    writers.statuses.slice(start).filter(isMeant).length;
  const isThanks = (status: Status) => status === 201;
  /** Waits for twice as many 2xx as there are writers, so that both servers have answered. */
  const untilWellAgain = (start = writers.statuses.length) =>
    until(() => expect(since(start, isThanks)).toBeGreaterThanOrEqual(32));
  writers.write();
  await untilWellAgain();
  await one.stop('SIGKILL');
  await untilWellAgain();
  await one.start();
  await untilWellAgain();
  const started = writers.statuses.length;
  await cluster.restart();
  await untilWellAgain();
  expect(since(started, (status) => status === 503)).toBeGreaterThan(0);
  const vanished = writers.statuses.length;
  relay.silence(true);
  await until(() => expect(since(vanished, (status) => !isThanks(status))).toBeGreaterThanOrEqual(48));
  relay.silence(false);
  await untilWellAgain();
  await writers.stop();
  // Every request since the restart got an answer.
  expect(new Set(writers.statuses.slice(started))).toEqual(new Set([201, 503]));
  await writers.expectAllStoredOnce({ DATABASE_URL: direct }, 16);
});
