import { sql } from 'kysely';

import { StartError } from '../config.ts';
import { isPostgres } from './errors.ts';
import type { Db, Tables, Trx } from './schema.ts';

type Table = keyof Tables;

/**
 * What a restore does with each table. `company`: take it from the copy. `visitors`: take it from the old store.
 * `waiting`: empty it, because waiting alerts must not be sent. `sign-in`: empty it. List tables after those that they reference.
 */
const restorePolicy = {
  articles: 'company',
  vacancies: 'company',
  files: 'company',
  facts: 'company',
  people: 'company',
  passkeys: 'company',
  newsletters: 'company',
  applications: 'visitors',
  enquiries: 'visitors',
  attachments: 'visitors',
  attachment_parts: 'visitors',
  replies: 'visitors',
  subscribers: 'visitors',
  unsubscribed: 'visitors',
  idempotency_keys: 'visitors',
  devices: 'visitors',
  follows: 'visitors',
  // Contains the history of applications.
  log: 'visitors',
  messages: 'visitors',
  links: 'sign-in',
  sessions: 'sign-in',
} as const satisfies Record<Table, 'company' | 'visitors' | 'waiting' | 'sign-in'>;

const tablesOf = (...words: string[]) =>
  (Object.keys(restorePolicy) as Table[]).filter((table) => words.includes(restorePolicy[table]));

export type Settled = {
  /** Messages that will not be sent. */
  dropped: number;
  /** Whether the old store could be read. */
  isKnown: boolean;
};

/** Merges data from the old store into a restored copy, in the transaction that replaces it. `old`: the old schema, or null. */
export async function settle(trx: Trx, old: string | null, exactly: boolean): Promise<Settled> {
  const source = exactly || old === null || !(await isPredecessor(trx, old)) ? null : old;
  const dropped = await countWaiting(trx, source);
  await trx.updateTable('articles').set({ preview: null }).execute();
  for (const table of tablesOf('sign-in', 'waiting')) await trx.deleteFrom(table).execute();
  await trx.deleteFrom('facts').where('name', '=', 'mail-stopped').execute();
  if (source !== null) await mergeOld(trx, source);
  else if (!exactly) await trx.deleteFrom('passkeys').execute();
  await endMessages(trx);
  return { dropped, isKnown: source !== null };
}

/** False for a new, empty store. Throws if the copy is from another store and this one has been used. */
async function isPredecessor(trx: Trx, old: string): Promise<boolean> {
  if ((await columnsOf(trx, old, 'facts')).length === 0) return false;
  const same = await sql`select 1 from ${sql.id(old, 'facts')} one join facts other on one.name = other.name
    and one.value = other.value where one.name = 'secret-key'`.execute(trx);
  if (same.rows.length > 0) return true;
  let isUsed = false;
  for (const table of ['applications', 'enquiries', 'subscribers', 'devices'] as const)
    isUsed ||= (await sql`select 1 from ${sql.id(old, table)} limit 1`.execute(trx)).rows.length > 0;
  if (!isUsed) return false;
  throw new StartError(
    'The copy is from another store, and this one has received applications, enquiries, subscriptions or alerts. Nothing was changed. ' +
      'To replace it anyway, add --exactly; the old store is kept beside the new one.',
  );
}

const isOpen = sql<boolean>`state in ('waiting', 'sending')`;

async function countWaiting(trx: Trx, source: string | null): Promise<number> {
  const messages = source === null ? sql.id('messages') : sql.id(source, 'messages');
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${messages} where ${isOpen}`.execute(trx);
  return Number(rows[0]?.count);
}

/** Nobody expects them any more: nothing that waits is sent, replies go with their email, and newsletters end. */
async function endMessages(trx: Trx): Promise<void> {
  const ended_at = new Date().toISOString();
  const open = trx.selectFrom('messages').select('id').where(isOpen);
  const failed = trx.updateTable('messages').set({ state: 'failed', why: 'restored' });
  await failed.where(isOpen).where('ended_at', 'is not', null).execute();
  await trx.deleteFrom('replies').where('message', 'in', open).execute();
  await trx.deleteFrom('messages').where(isOpen).execute();
  const ended = trx.updateTable('newsletters').set({ state: 'ended', ended_at, reason: null });
  await ended.where('state', 'in', ['sending', 'stopped']).execute();
}

async function mergeOld(trx: Trx, old: string): Promise<void> {
  const from = (table: Table) => sql.id(old, table);
  const kept = tablesOf('visitors');
  for (const table of kept.toReversed()) await trx.deleteFrom(table).execute();
  // Newsletters that have been sent must stay sent.
  const begun = sql`select id from ${from('newsletters')} where state <> 'draft'`;
  await sql`delete from newsletters where id in (${begun})`.execute(trx);
  await copyRows(trx, old, 'newsletters', sql`where state <> 'draft'`);
  for (const table of kept) await copyRows(trx, old, table, sql``);
  // Their pictures; those that no text uses are deleted later.
  const isMissing = sql`where name not in (select name from ${sql.table('files')})`;
  await copyRows(trx, old, 'files', isMissing);
  // Nobody must be alerted twice to the same vacancy.
  await sql`update vacancies set announced_at = other.announced_at from ${from('vacancies')} as other
    where other.id = vacancies.id and other.announced_at > coalesce(vacancies.announced_at, '')`.execute(trx);
  // Browsers subscribed to alerts with these keys.
  await sql`delete from facts where name in ('push-keys', 'last-backup', 'last-deletion')`.execute(trx);
  await copyRows(trx, old, 'facts', sql`where name in ('push-keys', 'last-backup', 'last-deletion')`);
  // People who were removed or restricted after the copy was made must stay so.
  await sql`delete from people where email not in (select email from ${from('people')})`.execute(trx);
  await sql`update people set role = 'editor' where email in (
    select email from ${from('people')} where role = 'editor')`.execute(trx);
  await sql`delete from passkeys where id not in (select id from ${from('passkeys')})`.execute(trx);
}

/** Copies the columns that both stores have. */
async function copyRows(trx: Trx, old: string, table: Table, where: ReturnType<typeof sql>): Promise<void> {
  const own = await columnsOf(trx, isPostgres(trx) ? 'public' : 'main', table);
  const others = await columnsOf(trx, old, table);
  const shared = own.filter((column) => others.includes(column));
  if (shared.length === 0) return;
  const columns = sql.join(shared.map((column) => sql.id(column)));
  await sql`insert into ${sql.id(table)} (${columns}) select ${columns} from ${sql.id(old, table)} ${where}`.execute(
    trx,
  );
}

async function columnsOf(db: Db, schema: string, table: string): Promise<string[]> {
  const query = isPostgres(db)
    ? sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = ${schema} and table_name = ${table}`
    : sql<{ name: string }>`select name from pragma_table_info(${table}, ${schema})`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}
