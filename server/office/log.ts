import { sql } from 'kysely';

import { readPage, type Wanted } from '../store/pages.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';

export const commandLine = 'command line';

export type Subject = { kind: NonNullable<Tables['log']['kind']>; id: string };

/** Records who did what. `subject` is an id, never a name or an address. */
export async function logAction(trx: Trx, person: string, action: string, subject?: Subject): Promise<void> {
  const about = { kind: subject?.kind ?? null, subject: subject?.id ?? '' };
  const at = new Date().toISOString();
  await trx
    .insertInto('log')
    .values({ id: crypto.randomUUID(), at, person, action, ...about })
    .execute();
}

export function logOf(db: Db, { kind, id }: Subject) {
  const rows = entries(db).where('kind', '=', kind).where('subject', '=', id);
  return rows.orderBy('at', 'desc').limit(100).execute();
}

/** Newest first. `email` is null if the person was removed. */
export function pageOfLog(db: Db, wanted: Wanted) {
  return readPage(db.selectFrom('log'), { at: sql.ref('at') }, wanted, (ids) =>
    entries(db).where('log.id', 'in', ids).execute(),
  );
}

function entries(db: Db) {
  return db
    .selectFrom('log')
    .leftJoin('people', 'people.id', 'log.person')
    .select(['log.id', 'at', 'action', 'subject', 'kind'])
    .select(sql<string | null>`case when person = ${commandLine} then person else email end`.as('email'));
}
