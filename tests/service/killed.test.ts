import { setTimeout as delay } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import { startServer } from '../kit/server.ts';
import { startWriters } from '../kit/writers.ts';
import { isFull, stores, until } from './store.ts';

const rounds = isFull ? 8 : 1;

describe.each(stores)('on $name', ({ newStore }) => {
  test('killed at any moment, the server keeps everything it has acknowledged and stores nothing twice', async () => {
    const settings = await newStore();
    await using server = await startServer(settings);
    const writers = await startWriters([server.url]);
    for (let round = 0; round < rounds; round += 1) {
      const before = writers.thanked();
      writers.write();
      await until(() => expect(writers.thanked()).toBeGreaterThan(before));
      // Kill it at another moment in each round; this does not wait for anything.
      await delay((150 * round) / rounds);
      await Promise.all([server.stop('SIGKILL'), writers.stop()]);
      await server.start();
    }
    expect(writers.open().length).toBeGreaterThan(0);
    await writers.expectAllStoredOnce({ ...settings, DATA_DIR: server.dataDir }, rounds);
  });
});
