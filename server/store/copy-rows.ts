import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

import { sql } from 'kysely';

import type { Db, Trx } from './schema.ts';

/** A table of a copy, with the columns that take no fixed room. */
type Table = { name: string; columns: string[]; long: string[] };

/** In the order in which they were made: each after those to which it refers. */
function tablesOf(copy: DatabaseSync): Table[] {
  const names = copy.prepare(
    "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name not glob 'kysely_*' order by rowid",
  );
  const columns = copy.prepare('select name, type from pragma_table_info(?)');
  return names.all().map(({ name }) => {
    const all = columns
      .all(String(name))
      .map((column) => ({ name: `${column.name}`, type: `${column.type}` }));
    const long = all.filter(({ type }) => type !== 'INTEGER' && type !== 'integer');
    return {
      name: String(name),
      columns: all.map((column) => column.name),
      long: long.map((column) => column.name),
    };
  });
}

/** Held in memory at once, but for a single longer row. */
const mostBytes = 4_000_000;
const mostRows = 1_000;

const listOf = (columns: string[]) => sql.join(columns.map((column) => sql.id(column)));

const namesIn = (tables: Table[]) =>
  tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));

async function columnsOf(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'`.execute(
    trx,
  );
  return rows.map(({ name }) => name);
}

/** Fills an empty copy from PostgreSQL, as of one moment. Returns the columns that it lacks: a newer release added them. */
export function copyFromPostgres(db: Db, copy: DatabaseSync): Promise<string[]> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (trx) => {
    const tables = tablesOf(copy);
    copy.exec('pragma journal_mode = off; pragma synchronous = off; begin; delete from facts');
    for (const table of tables) await copyTable(trx, table, copy);
    copy.exec('commit');
    const known = namesIn(tables);
    return (await columnsOf(trx)).filter((name) => !known.includes(name));
  });
}

async function copyTable(trx: Trx, { name, columns, long }: Table, copy: DatabaseSync): Promise<void> {
  const lengths = long.map((column) => sql`coalesce(octet_length(${sql.id(column)}), 0)`);
  const { rows: sums } = await sql<{ count: string; longest: number }>`select count(*) as count,
    coalesce(max(${sql.join(lengths, sql` + `)}), 0) as longest from ${sql.table(name)}`.execute(trx);
  const { count, longest = 0 } = sums[0] ?? {};
  const most = Math.max(1, Math.min(mostRows, Math.floor(mostBytes / Math.max(1, longest))));
  await sql`declare copied cursor for select ${listOf(columns)} from ${sql.table(name)}`.execute(trx);
  const marks = columns.map(() => '?').join();
  const insert = copy.prepare(`insert into "${name}" ("${columns.join('", "')}") values (${marks})`);
  for (let copied = 0; ; ) {
    const { rows } = await sql<Record<string, SQLInputValue>>`fetch ${sql.lit(most)} from copied`.execute(
      trx,
    );
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
    copied += rows.length;
    if (rows.length > 0) continue;
    refuseOtherCount(name, copied, count);
    break;
  }
  await sql`close copied`.execute(trx);
}

/** Fills empty tables of PostgreSQL from a copy. Returns the columns that they lack. */
export async function copyToPostgres(copy: DatabaseSync, trx: Trx): Promise<string[]> {
  await trx.deleteFrom('facts').execute();
  const known = await columnsOf(trx);
  const tables = tablesOf(copy);
  for (const { name, columns: all } of tables) {
    const columns = all.filter((column) => known.includes(`${name}.${column}`));
    if (columns.length > 0) await fillTable(copy, trx, name, columns);
  }
  return namesIn(tables).filter((name) => !known.includes(name));
}

async function fillTable(copy: DatabaseSync, trx: Trx, name: string, columns: string[]): Promise<void> {
  let [rows, bytes, copied]: [SQLInputValue[][], number, number] = [[], 0, 0];
  const insert = async () => {
    const values = rows.map((row) => sql`(${sql.join(row)})`);
    if (values.length > 0)
      await sql`insert into ${sql.table(name)} (${listOf(columns)}) values ${sql.join(values)}`.execute(trx);
    copied += rows.length;
    [rows, bytes] = [[], 0];
  };
  // A statement has at most 65,535 values.
  const most = Math.min(mostRows, Math.floor(65_000 / columns.length));
  const stored = copy.prepare(`select "${columns.join('", "')}" from "${name}"`);
  for (const row of stored.iterate()) {
    const values = columns.map((column) => withoutNul(row[column] ?? null));
    bytes += values.reduce<number>((sum, value) => sum + lengthOf(value), 0);
    rows.push(values);
    if (bytes > mostBytes || rows.length === most) await insert();
  }
  await insert();
  const { rows: counted } = await sql<{
    count: string;
  }>`select count(*) as count from ${sql.table(name)}`.execute(trx);
  refuseOtherCount(name, copied, counted[0]?.count);
}

/** PostgreSQL stores no NUL. */
const withoutNul = (value: SQLInputValue) => (typeof value === 'string' ? value.replaceAll('\0', '') : value);

const lengthOf = (value: SQLInputValue) =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;

function refuseOtherCount(table: string, copied: number, counted: string | undefined): void {
  if (copied !== Number(counted)) throw new Error(`${table}: ${copied} rows were copied of ${counted}.`);
}
