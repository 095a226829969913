import { CompiledQuery, type Kysely } from 'kysely';

import { writeFact } from '../db/facts.ts';
import type { Tables } from '../db/schema.ts';
import { notYet } from './visible.ts';

const readFacts = CompiledQuery.raw("select value from facts where name = 'content-version'");

/** Changes whenever a visitor could read something new, also by the clock alone. */
export async function readContentVersion(db: Kysely<Tables>, now = new Date()): Promise<string> {
  const { rows } = await db.executeQuery<{ value: string }>(readFacts);
  const [version = '0', ...moments] = rows[0]?.value.split(' ') ?? [];
  if (moments.length === 0) return version;
  const clock = now.toISOString();
  return `${version}.${moments.filter((moment) => moment <= clock).length}`;
}

/** Keeps what it read for `keptMs`: under load one query serves many requests. */
export function versionReader(db: Kysely<Tables>, keptMs: number): () => Promise<string> {
  let kept: Promise<string> | undefined;
  return () => {
    if (kept !== undefined) return kept;
    const reading = readContentVersion(db);
    if (keptMs > 0) {
      kept = reading;
      setTimeout(() => {
        kept = undefined;
      }, keptMs).unref();
    }
    return reading;
  };
}

/** Call it in the transaction that changes articles or vacancies. */
export async function markContentChanged(trx: Kysely<Tables>): Promise<void> {
  const value = [crypto.randomUUID(), ...(await momentsToCome(trx))].join(' ');
  await writeFact(trx, 'content-version', value);
}

async function momentsToCome(trx: Kysely<Tables>): Promise<string[]> {
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
