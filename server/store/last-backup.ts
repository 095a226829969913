import type { Kysely } from 'kysely';

import type { Tables } from './schema.ts';

const name = 'last-backup';

/** Notes that a copy is whole and on the disk. */
export async function markBackup(trx: Kysely<Tables>): Promise<void> {
  const value = new Date().toISOString();
  await trx
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** When the last copy was made; null: never. */
export async function readLastBackup(db: Kysely<Tables>): Promise<string | null> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}
