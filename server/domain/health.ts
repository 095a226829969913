import { type Kysely, sql } from 'kysely';

import { readFact } from '../db/facts.ts';
import type { Tables } from '../db/schema.ts';

type Db = Kysely<Tables>;

/** The last backup by the command, and the first start of the store. */
export async function readBackups(db: Db): Promise<{ last: string | null; firstStart: string }> {
  const { rows } = await sql<{ time: string }>`select min(timestamp) as time from kysely_migration`.execute(
    db,
  );
  return { last: (await readFact(db, 'last-backup')) ?? null, firstStart: rows[0]?.time ?? '' };
}

/** Since when emails other than newsletters wait after a failed attempt; null if none does. */
export async function mailSilentSince(db: Db): Promise<string | null> {
  const { since } = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.min('created_at').as('since'))
    .where('kind', '!=', 'newsletter')
    .where('due_at', 'is not', null)
    .where('problem', 'is not', null)
    .executeTakeFirstOrThrow();
  return since;
}
