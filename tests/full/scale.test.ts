import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { connectMount } from '#src/server-paths.ts';

import { type Cluster, startPostgres } from '../kit/postgres.ts';
import { type Filled, filledStore, job, person } from './filled-store.ts';

/** What was prepared of SQL on SQLite since the stores were filled. */
const statements = new Set<string>();
const { prepare } = DatabaseSync.prototype;

const rounds = 31;

async function get({ app }: Filled, url: string, headers = {}): Promise<string> {
  const { statusCode, body } = await app.inject({ url, headers });
  expect([url, statusCode]).toEqual([url, 200]);
  return body;
}

/** A new application each time; gives its secret. */
async function apply(filled: Filled): Promise<string> {
  filled.posts += 1;
  const payload = { ...person(filled.posts), job };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const url = `${connectMount}/job-apply`;
  const answer = await filled.app.inject({ method: 'POST', url, payload, headers });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ secret: string }>().secret;
}

type Call = {
  name: string;
  /** Not timed; what it gives is for `act`. */
  prepare: (filled: Filled) => Promise<string | undefined>;
  act: (filled: Filled, prepared?: string) => Promise<unknown>;
};

const addresses = ['media-room/press/0', 'media/story-5', 'media-priority', 'job-list'].map(
  (call) => `${connectMount}/${call}`,
);
const pages = ['/media-room', '/media-room/filter/press', '/media-room/story-5', '/press.xml'];

const calls: Call[] = [
  ...[...addresses, ...pages].map((url) => ({
    name: url,
    prepare: async () => undefined,
    act: (filled: Filled) => get(filled, url),
  })),
  { name: 'job-apply', prepare: async () => undefined, act: apply },
  {
    name: 'application',
    prepare: apply,
    act: (filled, secret = '') =>
      get(filled, `${connectMount}/application`, { 'application-secret': secret }),
  },
  {
    name: 'forget',
    prepare: async (filled) => {
      await apply(filled);
      return person(filled.posts).email;
    },
    act: ({ config }, email = '') => runLine(config, 'forget', email),
  },
];

describe.each(['SQLite', 'PostgreSQL'])('with 10,000 articles and 100,000 applications on %s', (database) => {
  let [few, many]: Filled[] = [];
  let cluster: Cluster | undefined;

  beforeAll(async () => {
    if (database === 'PostgreSQL') cluster = await startPostgres();
    few = await filledStore(10, 10, await cluster?.newDatabase());
    many = await filledStore(10_000, 100_000, await cluster?.newDatabase());
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text) {
      if (/^(?:with|select|insert|update|delete)/.test(text)) statements.add(text);
      return prepare.call(this, text);
    });
  }, 600_000);

  afterAll(async () => {
    vi.restoreAllMocks();
    for (const filled of [few, many]) {
      await filled?.app.close();
      await filled?.store.close();
      if (filled) rmSync(filled.config.dataDir, { recursive: true, force: true });
    }
    await cluster?.[Symbol.asyncDispose]();
  });

  test.each(calls)(
    '$name takes at most twice the time of ten',
    async ({ prepare, act }) => {
      if (!few || !many) throw new Error('Nothing was filled.');
      const times = new Map([few, many].map((filled) => [filled, [] as number[]]));
      // In turns, so that what else the machine does meets both; the first round loads what is loaded late.
      // What else the machine does can only add to a time: the fastest count, and a noisy machine gets more rounds.
      let [base, grown] = [0, Number.POSITIVE_INFINITY];
      for (let round = 0; round <= rounds || (grown > 2 * base && round <= 10 * rounds); round++) {
        for (const [filled, taken] of times) {
          const prepared = await prepare(filled);
          const start = performance.now();
          await act(filled, prepared);
          if (round > 0) taken.push(performance.now() - start);
        }
        [base = 0, grown = 0] = [...times.values()].map((taken) => Math.min(...taken));
      }
      expect(grown, `${base.toFixed(2)} ms with ten, ${grown.toFixed(2)} ms with all`).toBeLessThanOrEqual(
        2 * base,
      );
    },
    120_000,
  );

  test('each of 100,000 applications is listed, in no more time than each of ten', async () => {
    if (!few || !many) throw new Error('Nothing was filled.');
    const perRow: number[] = [];
    for (const { config } of [few, many]) {
      const start = performance.now();
      const listed = JSON.parse(await runLine(config, 'applications', '--json')) as unknown[];
      perRow.push((performance.now() - start) / listed.length);
    }
    expect(perRow[1]).toBeLessThan(perRow[0] ?? 0);
  }, 120_000);

  test('every article is in the sitemap, and one that no list of the first pages names is a press release', async () => {
    if (!many) throw new Error('Nothing was filled.');
    const ids = [...(await get(many, '/sitemap.xml')).matchAll(/\/media-room\/(story-\d+)<\/loc>/g)];
    expect(new Set(ids.map(([, id]) => id)).size).toBe(10_000);
    expect(await get(many, '/media-room/story-0')).toContain('"@type":"NewsArticle"');
  }, 120_000);

  // Its statements and plans can be looked at in the process.
  if (database !== 'SQLite') return;

  test('no statement of a call reads a whole table', () => {
    if (!many) throw new Error('Nothing was filled.');
    using file = new DatabaseSync(join(many.config.dataDir, 'hcs.sqlite'), { readOnly: true });
    const plans = [...statements].flatMap((statement) =>
      file
        .prepare(`explain query plan ${statement}`)
        .all()
        .map(({ detail }) => `${detail} <- ${statement}`),
    );
    expect(plans.some((plan) => /^SEARCH media USING (?:COVERING )?INDEX media_listed/.test(plan))).toBe(
      true,
    );
    const big = /^SCAN (?:media|applications|seen_keys)\b(?! USING (?:COVERING )?INDEX)/;
    expect(plans.filter((plan) => big.test(plan))).toEqual([]);
  });
});
