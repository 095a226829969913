import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';

import { buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/config.ts';
import { openStore, type Store } from '#server/db/open-store.ts';

export const job = 'embedded-firmware-engineer';
const portion = 500;

export type Filled = { app: FastifyInstance; store: Store; config: Config; posts: number };

/** The real build over a store with so many press releases and applications. */
export async function filledStore(
  articles: number,
  applications: number,
  databaseUrl?: string,
): Promise<Filled> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hcs-scale-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_MAX: '0',
    RETENTION_DAYS: '0',
    SAMPLE_CONTENT: '1',
    LOG_LEVEL: 'silent',
  });
  // Each look at the clock is later than any cached page.
  let now = 0;
  const clock = { now: () => (now += 2_000) };
  const app = await buildApp(config, { pageTimeoutMs: 60_000, clock });
  const store = await openStore(config);
  await store.write(async (trx) => {
    const [sample] = await trx.selectFrom('media').selectAll().where('kind', '=', 'press').limit(1).execute();
    if (sample === undefined) throw new Error('The sample content has no press release.');
    await trx.deleteFrom('media').where('kind', '=', 'press').execute();
    for (const ids of portions(articles))
      await trx
        .insertInto('media')
        .values(ids.map((at) => ({ ...sample, id: `story-${at}`, created_at: timeOf(at), priority: null })))
        .execute();
    for (const ids of portions(applications))
      await trx.insertInto('applications').values(ids.map(applicationOf)).execute();
  });
  // As PostgreSQL does by itself within a minute.
  if (databaseUrl !== undefined) await sql`vacuum analyze`.execute(store.db);
  return { app, store, config, posts: 1_000_000 };
}

function portions(count: number): number[][] {
  const all = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: Math.ceil(count / portion) }, (_, at) =>
    all.slice(at * portion, (at + 1) * portion),
  );
}

const timeOf = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString();

function applicationOf(index: number) {
  return {
    ...person(index),
    id: crypto.randomUUID(),
    job,
    created_at: timeOf(index),
    request_key: crypto.randomUUID(),
    fingerprint: crypto.randomUUID(),
    flagged: 0,
  };
}

export function person(index: number) {
  const profile = 'https://profiles.example/one';
  const email = `person${index}@example.com`;
  return { name: 'Bwalya Testfield', email, mobile: '+260 97 1234567', profile, description: 'I build.' };
}
