import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { embeddedService } from '#server/connect/embedded-service.ts';
import { openStore } from '#server/store/open-store.ts';

import { post, temporaryFolder, testApp } from './test-app.ts';

test('a key that is given up between two looks at it is told 409, and may be sent again', async () => {
  const { app, config } = await testApp();
  const database = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  onTestFinished(() => database.close());
  const send = () =>
    post(app, 'subscribe', { name: 'Ada', email: 'ada@example.com' }, { 'idempotency-key': 'k' });
  // The insert finds the key taken, and the look at its answer finds nothing.
  database.exec('create trigger vanishing before insert on answers begin select raise(ignore); end');
  expect((await send()).statusCode).toBe(409);
  database.exec('drop trigger vanishing');
  expect((await send()).statusCode).toBe(201);
});

test('empty pages of a list push no answer out of the memory', async () => {
  const store = await openStore(readConfig({ DATA_DIR: temporaryFolder() }));
  onTestFinished(() => store.close());
  const { read } = embeddedService(store);
  let loads = 0;
  const load = async () => {
    loads += 1;
    return ['an article'];
  };
  for (let page = 1; page <= 1_200; page += 1) {
    await read(`/media-room/press/${page}`, async () => []);
    if (page % 600 === 0) await read('/media-room/press/0', load);
  }
  await read('/media-room/press/0', load);
  expect(loads).toBe(1);
});
