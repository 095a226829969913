import { createHmac } from 'node:crypto';

import { sql } from 'kysely';

import { dayMs } from '../lib/durations.ts';
import type { Db } from './schema.ts';

type Fact = 'secret-key' | 'push-keys' | 'last-backup' | 'needs' | 'mail-stopped' | 'last-deletion';

export async function findFact(db: Db, name: Fact): Promise<string | undefined> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeFact(trx: Db, name: Fact, value: string): Promise<void> {
  await trx
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

const backupLateMs = 2 * dayMs;

/** A backup is late after two days. `since`: time of the last backup, or of the store's creation if there is none. */
export async function lastBackup(db: Db) {
  const at = (await findFact(db, 'last-backup')) ?? null;
  const first = sql<{ since: string }>`select min(timestamp) as since from kysely_migration`.execute(db);
  const since = at ?? (await first).rows[0]?.since ?? '';
  return { at, since, isLate: Date.now() - Date.parse(since) > backupLateMs };
}

/** Returns what makes a 128-bit signature of a text with this store's key. */
export async function signer(db: Db): Promise<(text: string) => Buffer> {
  const key = await findFact(db, 'secret-key');
  if (key === undefined) throw new Error('The key for secrets is missing from the store.');
  return (text) => createHmac('sha256', key).update(text).digest().subarray(0, 16);
}

export async function signature(db: Db, text: string): Promise<Buffer> {
  return (await signer(db))(text);
}
