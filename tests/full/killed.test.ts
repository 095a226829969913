import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { withStore } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';

import type { Settings } from '../kit/app.ts';
import { startPostgres } from '../kit/postgres.ts';
import { startRelay } from '../kit/relay.ts';
import { startServer } from '../kit/server.ts';
import { applicant, key, stores, until } from '../service/store.ts';

type Entry = { id: string; call: 'job-apply' | 'subscribe'; email: string; isThanked: boolean };
/** An answer to an attempt; null where none came. */
type Status = number | null;

/** Longer than the server waits for its database. */
const answerMs = 60_000;
const rounds = 8;

/** Visitors who post to one of the servers without pause, repeating each key until they get a 2xx. */
async function startWriters(urls: string[]) {
  const answer = await fetch(`${urls[0]}/connect/v1/job-list`);
  const { payload } = (await answer.json()) as { payload: { _id: string }[] };
  const entries: Entry[] = [];
  const statuses: Status[] = [];
  let work: Promise<void>[] = [];
  let isStopped = false;

  async function send(entry: Entry): Promise<void> {
    const { id, call, email } = entry;
    const body =
      call === 'subscribe' ? { name: 'Writer', email } : { ...applicant, email, job: payload[0]?._id };
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key(id) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerMs),
    };
    const status = await fetch(`${urls[statuses.length % urls.length]}/connect/v1/${call}`, request).then(
      async (got) => got.text().then(() => got.status),
      // Killed before it answered: only the store knows whether the entry was accepted.
      () => null,
    );
    statuses.push(status);
    entry.isThanked = status === 201;
    if (status !== null && ![201, 409].includes(status) && status < 500)
      throw new Error(`answered ${status}`);
    // A visitor waits as well before the next attempt.
    if (!entry.isThanked) await delay(50);
  }

  async function keepWriting(): Promise<void> {
    while (!isStopped) {
      const call = entries.length % 3 === 0 ? 'subscribe' : 'job-apply';
      const email = `writer${entries.length}@example.com`;
      const entry: Entry = { id: crypto.randomUUID(), call, email, isThanked: false };
      entries.push(entry);
      while (!entry.isThanked && !isStopped) await send(entry);
    }
  }

  return {
    statuses,
    open: () => entries.filter(({ isThanked }) => !isThanked),
    thanked: () => entries.filter(({ isThanked }) => isThanked).length,
    write(count = 16): void {
      isStopped = false;
      work = Array.from({ length: count }, keepWriting);
    },
    /** Resolves when no request is in progress. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(work);
    },
    /** Repeats what got no 2xx, now that nothing fails; then checks that each entry is stored once. */
    async expectAllStoredOnce(settings: Settings, least: number): Promise<void> {
      for (const entry of entries) while (!entry.isThanked) await send(entry);
      for (const [call, table] of [
        ['job-apply', 'applications'],
        ['subscribe', 'subscribers'],
      ] as const) {
        const rows = await withStore(readConfig(settings), ({ db }) =>
          db.selectFrom(table).select('email').execute(),
        );
        const sent = entries.filter((entry) => entry.call === call).map(({ email }) => email);
        expect(sent.length).toBeGreaterThan(least);
        expect(rows.map(({ email }) => email).sort()).toEqual(sent.sort());
      }
    },
  };
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('killed at any moment, the service keeps all it acknowledged and stores nothing twice', async () => {
    const settings = await newStore();
    await using server = await startServer(settings);
    const writers = await startWriters([server.url]);
    for (let round = 0; round < rounds; round += 1) {
      const before = writers.thanked();
      writers.write();
      await until(() => expect(writers.thanked()).toBeGreaterThan(before));
      // Another moment of the work in each round, not a wait for something.
      await delay((150 * round) / rounds);
      await Promise.all([server.stop('SIGKILL'), writers.stop()]);
      await server.start();
    }
    expect(writers.open().length).toBeGreaterThan(0);
    await writers.expectAllStoredOnce({ ...settings, DATA_DIR: server.dataDir }, rounds);
  }, 400_000);
});

test('two servers lose and double nothing while one and their database fail', async () => {
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
  /** Twice as many 2xx as there are writers: both servers work. */
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
  // Since the restart everybody has been answered.
  expect(new Set(writers.statuses.slice(started))).toEqual(new Set([201, 503]));
  await writers.expectAllStoredOnce({ DATABASE_URL: direct }, 16);
}, 400_000);
