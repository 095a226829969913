import { sql } from 'kysely';

import { readPage, type Wanted } from '../store/keyset-pages.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';

export const commandLine = 'command line';

export type Subject = { kind: NonNullable<Tables['log']['kind']>; id: string };

/**
 * Records who did what, by the address that a colleague has now. Of anybody else there is an id, never a name or an address;
 * a colleague's address is the last word of the action.
 */
export async function logAction(trx: Trx, id: string, action: string, subject?: Subject): Promise<void> {
  const colleague = trx.selectFrom('people').select('email').where('id', '=', id);
  const person = (await colleague.executeTakeFirst())?.email ?? id;
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

/** Newest first. */
export function pageOfLog(db: Db, wanted: Wanted) {
  return readPage(db.selectFrom('log'), { at: sql.ref('at') }, wanted, (ids) =>
    entries(db).where('log.id', 'in', ids).execute(),
  );
}

const entries = (db: Db) =>
  db.selectFrom('log').select(['log.id', 'at', 'action', 'subject', 'kind', 'person as email']);

const formerColleague = 'a former colleague';

const withoutAddress = (address: string) =>
  sql<string>`rtrim(replace(action || ' ', ${` ${address} `}, ${` ${formerColleague} `}))`;

const isAbout = (address: string) =>
  sql<boolean>`(person = ${address} or action <> ${withoutAddress(address)})`;

/** What a colleague did, and what was done to them. */
export const logAbout = (db: Db, address: string) =>
  entries(db).where(isAbout(address)).orderBy('at').execute();

export async function forgetColleague(trx: Trx, address: string): Promise<void> {
  const person = sql<string>`case when person = ${address} then ${formerColleague} else person end`;
  const named = trx.updateTable('log').set({ person, action: withoutAddress(address) });
  await named.where(isAbout(address)).execute();
}
