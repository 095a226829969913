import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { listed } from './followed.ts';
import { post, testApp } from './test-app.ts';

const ada = { name: 'Ada Banda', email: 'ada@example.com' };

test('while a command holds the lock of the store pages are read, and a write waits for its end', async () => {
  const { app, config } = await testApp();
  await app.ready();
  const command = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  onTestFinished(() => command.close());
  command.exec('begin immediate');
  let isWritten = false;
  const write = post(app, 'subscribe', ada).finally(() => {
    isWritten = true;
  });
  for (let read = 0; read < 20; read += 1) {
    const began = performance.now();
    expect((await app.inject('/connect/v1/job-list')).statusCode).toBe(200);
    expect(performance.now() - began).toBeLessThan(4_000);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(isWritten).toBe(false);
  command.exec('commit');
  expect((await write).statusCode).toBe(201);
  expect(await listed(config, 'subscribers')).toHaveLength(1);
});

test('a lock that lasts is told as 503, to be tried again', async () => {
  const { app, config } = await testApp();
  const command = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  onTestFinished(() => command.close());
  command.exec('begin immediate');
  const answer = await post(app, 'subscribe', ada);
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
});
