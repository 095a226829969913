import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';

import { testApp } from './test-app.ts';

const paths = ['/media-room', '/media-room/filter/press', '/connect/v1/media-room/press/0', '/press.xml'];
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

test('10,000 articles cost a page, a list and a feed no more than twice the time of 10', async () => {
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

test('every one of 10,000 articles is in the sitemap, which is made once', async () => {
  const { app, database } = await storeWith(10_000);
  database.close();
  const { body, headers } = await app.inject('/sitemap.xml');
  const ids = [...body.matchAll(/<loc>[^<]*\/media-room\/([^<]+)<\/loc>/g)].map(([, id]) => id);
  for (const number of [0, 1, 4_999, 9_999]) expect(ids).toContain(`story-${number}`);
  expect(ids.length).toBeGreaterThanOrEqual(10_000);
  const again = () => app.inject({ url: '/sitemap.xml', headers: { 'if-none-match': String(headers.etag) } });
  expect((await again()).statusCode).toBe(304);
  expect(await timeOf(again)).toBeLessThan(20);
}, 60_000);
