import { expect, test } from 'vitest';

import { startPostgres } from '../support/postgres.ts';
import { startRelay } from '../support/relay.ts';
import { startSite } from '../support/site.ts';
import { type Attempt, firstVacancy, until, Writers } from './writers.ts';

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
