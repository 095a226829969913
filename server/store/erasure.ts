import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { type Kysely, sql, type Transaction } from 'kysely';

import type { Config } from '../config.ts';
import { answersFile, openStore, type Store } from './open-store.ts';
import type { Tables } from './schema.ts';

const takenBefore = JSON.stringify({ message: 'This request had arrived before.' });

/** Runs a transaction that deletes personal data; SQLite's write-ahead log would still hold them. */
export async function erase<T>(store: Store, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  const erased = await store.write(work);
  if (store.kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
  return erased;
}

/** By this a provider's answer is found again when its sender wants to be forgotten. */
export function personOf(email: unknown): string {
  const address = typeof email === 'string' ? email.trim().toLowerCase() : '';
  return createHash('sha256').update(address).digest('base64url');
}

/** Deletes what a provider's answers to this person may say of her. */
export async function forgetProviderAnswers(config: Config, email: string): Promise<void> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, answersFile))) return;
  const store = await openStore(config, { purpose: 'answers', isNewAllowed: false });
  try {
    await erase(store, (trx) => emptyAnswers(trx, { person: personOf(email) }));
  } finally {
    await store.close();
  }
}

/** Of a provider's answers it leaves that the request was taken, so that a late repeat is not passed on. */
export async function emptyAnswers(
  trx: Kysely<Tables>,
  { person, before }: { person?: string; before?: string },
): Promise<void> {
  let chosen = trx
    .selectFrom('answers')
    .select('request_key')
    .where('person', 'is not', null)
    .where('status', 'is not', null);
  if (person !== undefined) chosen = chosen.where('person', '=', person);
  if (before !== undefined) chosen = chosen.where('created_at', '<', before);
  await forgetFingerprints(trx, await chosen.execute(), { person: null, body: takenBefore });
}

/** Of what a provider took and its sender withdrew: the same text may be sent again, under another key. */
export async function forgetWithdrawn(store: Store, secret_hash: string): Promise<void> {
  const ofIt = store.db.selectFrom('answers').select('request_key').where('secret_hash', '=', secret_hash);
  const found = await ofIt.execute();
  if (found.length === 0) return;
  await erase(store, (trx) => forgetFingerprints(trx, found, { person: null, body: takenBefore }));
}

/**
 * The same text under another key is a new application from now on. A late repeat of an earlier one is still known by its
 * key; that of a form sent without scripts is its text, and goes.
 */
export async function letApplyAgain(trx: Kysely<Tables>, column: 'id' | 'job', value: string): Promise<void> {
  const sent = trx.selectFrom('applications').select('request_key').where(column, '=', value);
  await forgetFingerprints(trx, await sent.execute());
  await trx
    .updateTable('applications')
    .set(({ ref }) => ({ request_key: ref('id') }))
    .where(column, '=', value)
    .where('request_key', 'like', 'content:%')
    .execute();
}

/** Keeps the answers, so that a late repeat does not store the person again, but no trace of what was sent. */
export async function forgetFingerprints(
  trx: Kysely<Tables>,
  requests: { request_key: string }[],
  more: Partial<Tables['answers']> = {},
): Promise<void> {
  const keys = requests.map(({ request_key }) => request_key);
  // A statement may have only so many parameters.
  for (let start = 0; start < keys.length; start += 500) {
    const firsts = keys.slice(start, start + 500);
    const repeats = await trx
      .selectFrom('answers')
      .select('request_key')
      .where('same_as', 'in', firsts)
      .execute();
    await forgetKeys(trx, [...firsts, ...repeats.map(({ request_key }) => request_key)], more);
  }
}

async function forgetKeys(
  trx: Kysely<Tables>,
  keys: string[],
  more: Partial<Tables['answers']>,
): Promise<void> {
  for (let start = 0; start < keys.length; start += 500) {
    const some = keys.slice(start, start + 500);
    const named = some.filter((key) => key.startsWith('key:'));
    const hashed = some.filter((key) => !key.startsWith('key:'));
    if (named.length > 0)
      await trx
        .updateTable('answers')
        .set({ ...more, fingerprint: null, secret_hash: null, same_as: null })
        .where('request_key', 'in', named)
        .execute();
    if (hashed.length > 0) await trx.deleteFrom('answers').where('request_key', 'in', hashed).execute();
  }
}
