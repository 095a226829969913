import { CompiledQuery, type Kysely } from 'kysely';

import { writeFact } from '../db/facts.ts';
import type { Tables } from '../db/schema.ts';
import { notYet } from './visible.ts';

const readFacts = CompiledQuery.raw("select value from facts where name = 'content-version'");

/** Changes with the content, including at a scheduled publication or closing date. */
export async function readContentVersion(db: Kysely<Tables>, now = new Date()): Promise<string> {
  const { rows } = await db.executeQuery<{ value: string }>(readFacts);
  const [version = '0', ...moments] = rows[0]?.value.split(' ') ?? [];
  if (moments.length === 0) return version;
  const clock = now.toISOString();
  return `${version}.${moments.filter((moment) => moment <= clock).length}`;
}

/** Caches the version for `maxAgeMs`, so that concurrent requests share a query. */
export function versionReader(db: Kysely<Tables>, maxAgeMs: number): () => Promise<string> {
  let cached: Promise<string> | undefined;
  return () => {
    if (cached !== undefined) return cached;
    const reading = readContentVersion(db);
    if (maxAgeMs > 0) {
      cached = reading;
      setTimeout(() => {
        cached = undefined;
      }, maxAgeMs).unref();
    }
    return reading;
  };
}

/** Stands in for the version of a provider's content, which has none. */
export function everyFiveSeconds(): string {
  return String(Math.floor(Date.now() / 5_000));
}

/** Call it in each transaction that changes articles or vacancies. */
export async function markContentChanged(trx: Kysely<Tables>): Promise<void> {
  const value = [crypto.randomUUID(), ...(await futureMoments(trx))].join(' ');
  await writeFact(trx, 'content-version', value);
}

async function futureMoments(trx: Kysely<Tables>): Promise<string[]> {
  const now = new Date().toISOString();
  const articles = await trx
    .selectFrom('media')
    .select('visible_from as moment')
    .where('hidden_at', 'is', null)
    .where('visible_from', '>', now)
    .where('visible_from', '<', notYet)
    .execute();
  const vacancies = await trx
    .selectFrom('vacancies')
    .select('closes_at as moment')
    .where('closed_at', 'is', null)
    .where('closes_at', '>', now)
    .execute();
  return [...articles, ...vacancies].map(({ moment }) => moment ?? '').sort();
}
