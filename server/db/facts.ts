import { createHmac } from 'node:crypto';

import { type Kysely, sql } from 'kysely';

import type { Tables } from './schema.ts';

type Fact = 'secret-key' | 'push-keys' | 'last-backup' | 'needs' | 'mail-silent-since' | 'last-deletion';

export async function readFact(db: Kysely<Tables>, name: Fact): Promise<string | undefined> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeFact(trx: Kysely<Tables>, name: Fact, value: string): Promise<void> {
  await trx
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Records when the mail server first could not be reached; returns false if it has been silent already. */
export async function noteSilence(trx: Kysely<Tables>): Promise<boolean> {
  const row = { name: 'mail-silent-since', value: new Date().toISOString() };
  const insert = trx.insertInto('facts').values(row).onConflict((conflict) => conflict.doNothing());
  return (await insert.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
}

export async function noteReached(trx: Kysely<Tables>): Promise<void> {
  await trx.deleteFrom('facts').where('name', '=', 'mail-silent-since').execute();
}

const backupLateMs = 2 * 24 * 60 * 60_000;

/** Late after two days. `since`: without a backup, the store's first start. */
export async function lastBackup(db: Kysely<Tables>) {
  const at = (await readFact(db, 'last-backup')) ?? null;
  const first = sql<{ since: string }>`select min(timestamp) as since from kysely_migration`.execute(db);
  const since = at ?? (await first).rows[0]?.since ?? '';
  return { at, since, isLate: Date.now() - Date.parse(since) > backupLateMs };
}

/** Signs `text` with a key of this store; 128 bits. */
export async function signature(db: Kysely<Tables>, text: string): Promise<Buffer> {
  const key = await readFact(db, 'secret-key');
  if (key === undefined) throw new Error('The store has lost the key of its secrets.');
  return createHmac('sha256', key).update(text).digest().subarray(0, 16);
}
