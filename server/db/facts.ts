import type { Kysely } from 'kysely';

import type { Tables } from './schema.ts';

type Fact = 'content-version' | 'secret-key' | 'push-keys' | 'last-backup';

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
