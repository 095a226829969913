import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { forget } from '#server/commands/forget.ts';
import { readConfig } from '#server/config.ts';
import { embeddedService } from '#server/connect/embedded-service.ts';
import { openStore } from '#server/store/open-store.ts';
import { deleteExpired } from '#server/store/retention.ts';

import { providerOf } from './provider-of.ts';
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

test('what a provider answered to a person is gone when she is forgotten, and after a week', async () => {
  const seen: string[] = [];
  const base = await providerOf((url, response) => {
    seen.push(url);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"message":"Thanks, Ada Banda"}');
  });
  const { app, config } = await testApp({ CONNECT_UPSTREAM: base });
  const people = ['ada', 'Ben'].map((name) => ({ name, email: `${name}@example.com` }));
  for (const person of people) {
    await post(app, 'subscribe', person, { 'idempotency-key': person.name });
    await post(app, 'subscribe', person);
  }
  expect(seen).toHaveLength(4);
  const store = await openStore(config, { purpose: 'answers' });
  onTestFinished(() => store.close());
  const kept = async () =>
    (await store.db.selectFrom('answers').selectAll().orderBy('request_key').execute()).filter(
      ({ fingerprint, person, body }) => fingerprint ?? person ?? body.includes('Ada'),
    ).length;
  expect(await kept()).toBe(4);
  await forget.run(['ADA@example.com'], config);
  expect(await kept()).toBe(2);
  const days = (count: number) => Date.now() + count * 24 * 60 * 60 * 1000;
  await deleteExpired(store, null, days(6));
  expect(await kept()).toBe(2);
  await deleteExpired(store, null, days(8));
  expect(await kept()).toBe(0);
  for (const person of people) {
    const late = await post(app, 'subscribe', person, { 'idempotency-key': person.name });
    expect([late.statusCode, seen.length]).toEqual([201, 4]);
    expect(late.json()).toEqual({ message: expect.any(String) });
  }
});

test('however often the sitemap is asked for, a provider is asked for its lists once', async () => {
  const item = (url: string) => ({
    _id: url,
    title: url,
    description: '',
    createdAt: '2026-01-01T00:00:00Z',
  });
  const seen: string[] = [];
  const base = await providerOf((url, response) => {
    seen.push(url);
    const isPage = /\/media-room\/\w+\/\d$/.test(url);
    response.end(JSON.stringify({ payload: isPage ? [item(url.split('/').slice(-2).join('-'))] : [] }));
  });
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  const ask = (paths: string[]) => Promise.all(paths.map((path) => app.inject(path)));
  const [sitemap] = await ask(['/sitemap.xml', '/sitemap-7777.xml', '/sitemap-1.xml', '/sitemap-0.xml']);
  expect(sitemap?.body.match(/\/media-room\/(?:press|blog)-\d</g)).toHaveLength(20);
  for (let round = 0; round < 5; round += 1)
    expect((await app.inject('/sitemap-7777.xml')).statusCode).toBe(404);
  expect(seen.filter((url) => url.includes('/media-room/'))).toHaveLength(22);
});
