import type { Kysely } from 'kysely';

import type { Tables } from './schema.ts';

const name = 'content-version';

/** Changes whenever a visitor could read something new; caches of answers and pages hang on it. */
export async function readContentVersion(db: Kysely<Tables>): Promise<string> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? '0';
}

/** To be called in the transaction that changes media, vacancies or files. */
export async function markContentChanged(trx: Kysely<Tables>): Promise<void> {
  const value = crypto.randomUUID();
  await trx
    .insertInto('facts')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
