import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';

import { testApp } from './test-app.ts';

const paths = [
  '/media-room',
  '/media-room/filter/press',
  '/connect/v1/media-room/press/0',
  '/sitemap.xml',
  '/press.xml',
];
const rounds = 15;

type Filled = { app: FastifyInstance; database: DatabaseSync };

/** A store with `count` press releases, whose texts are the sample's. */
async function storeWith(count: number): Promise<Filled> {
  const { app, config } = await testApp();
  const database = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  const samples = database.prepare("select id, body from media where kind = 'press'").all();
  const insert = database.prepare(
    "insert into media (id, kind, title, body, created_at) values (?, 'press', ?, ?, ?)",
  );
  database.exec("begin; delete from media where kind = 'press'");
  for (let index = 0; index < count; index++) {
    const createdAt = new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString();
    const body = samples[index % samples.length]?.body ?? '';
    insert.run(`story-${index}`, `Story number ${index}`, body, createdAt);
  }
  database.exec('commit');
  return { app, database };
}

/** The content looks new to the server, so that nothing is answered from memory. */
function touch({ database }: Filled): void {
  database.prepare("update facts set value = ? where name = 'content-version'").run(crypto.randomUUID());
}

/** Milliseconds of the processor: the clock also shows what else the machine does. */
async function timeOf(act: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** In turns; a few milliseconds are the machine's own noise. */
async function expectAlike(what: string, few: () => Promise<number>, many: () => Promise<number>) {
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.few.push(await few());
    times.many.push(await many());
  }
  const [base, grown] = [median(times.few), median(times.many)];
  expect(
    grown,
    `${what}: ${base.toFixed(1)} ms with 10, ${grown.toFixed(1)} ms with 10,000`,
  ).toBeLessThanOrEqual(2 * base + 3);
}

test('10,000 articles cost a page, a list, the sitemap and a feed no more than twice the time of 10', async () => {
  const [few, many] = [await storeWith(10), await storeWith(10_000)];
  for (const path of paths) {
    const get = (store: Filled) => async () => {
      touch(store);
      return timeOf(async () => expect((await store.app.inject(path)).statusCode).toBe(200));
    };
    await get(few)();
    await get(many)();
    await expectAlike(path, get(few), get(many));
  }
  few.database.close();
  many.database.close();
}, 120_000);

test('an article that the newest list no longer names is still read as a press release', async () => {
  const { app } = await storeWith(200);
  expect((await app.inject('/connect/v1/media-room/press/0')).body).not.toContain('"story-0"');
  expect((await app.inject('/media-room/story-0')).body).toContain('"@type":"NewsArticle"');
});

test('every one of 10,000 articles is in the sitemap, spread over files', async () => {
  const { app, database } = await storeWith(10_000);
  touch({ app, database });
  database.close();
  const index = (await app.inject('/sitemap.xml')).body;
  const files = Array.from(
    index.matchAll(/<loc>http:\/\/localhost:4173(\/[^<]+)<\/loc>/g),
    ([, path = '']) => path,
  );
  const addresses = new Set<string>();
  for (const file of files) {
    const { statusCode, body } = await app.inject(file);
    expect([file, statusCode]).toEqual([file, 200]);
    for (const [, id = ''] of body.matchAll(/<loc>[^<]*\/media-room\/([^<]+)<\/loc>/g)) addresses.add(id);
  }
  for (const number of [0, 1, 4_999, 9_999]) expect(addresses).toContain(`story-${number}`);
  expect(addresses.size).toBeGreaterThanOrEqual(10_000);
}, 60_000);
