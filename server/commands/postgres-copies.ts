import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Client } from 'pg';

import { codeOf, connectCommand, StartError } from '../config.ts';
import { knownMigrations, tableNames } from '../store/migrations.ts';
import { takeStoreLock } from '../store/store-lock.ts';
import { UsageError } from './command.ts';

/** Whoever restores it owns it. */
const asOwner = ['--no-owner', '--no-privileges'];

/** Our own tables alone: what else lives in the database is not ours to bring back. */
export function dumpPostgres(url: string, file: string): void {
  const tables = tableNames.map((name) => `--table=${name}`);
  // What counts POSTs is unlogged: hashes of network addresses, for minutes.
  runTool(
    'pg_dump',
    ['--format=custom', '--no-unlogged-table-data', ...asOwner, ...tables, `--file=${file}`],
    url,
  );
}

/** Gives the schema to which the old tables moved, which ends in `stamp`; null where there were none. All of it happens, or nothing. */
export async function restorePostgres(
  url: string,
  copy: string,
  word: string | undefined,
  stamp: string,
): Promise<string | null> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  if (word !== name)
    throw new UsageError(
      `This replaces what is in the database "${name}". If that is meant: ${connectCommand()} restore ${copy} ${name}`,
    );
  checkCopy(copy);
  const lock = await keepOthersOut(url);
  const folder = mkdtempSync(join(tmpdir(), 'hcs-restore-'));
  try {
    const [first, second] = [join(folder, 'set-aside.sql'), join(folder, 'restore.sql')];
    const aside = `before_restore_${stamp.toLowerCase()}`;
    const before = await tablesThere(lock.client);
    const moves = before.map((table) => `alter table ${table} set schema ${aside};\n`);
    writeFileSync(first, moves.length === 0 ? '' : `create schema ${aside};\n${moves.join('')}`, {
      mode: 0o600,
    });
    // Written whole before any of it runs: half a copy must not be taken for the copy.
    writeFileSync(second, '', { mode: 0o600 });
    runTool('pg_restore', [...asOwner, `--file=${second}`, copy]);
    dropNewSetting(second);
    const atOnce = [
      '--no-psqlrc',
      '--quiet',
      '--single-transaction',
      '--set=ON_ERROR_STOP=1',
      '--output=/dev/null',
    ];
    runTool('psql', [...atOnce, `--file=${first}`, `--file=${second}`], url);
    return moves.length === 0 ? null : `schema ${aside}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await lock.release();
  }
}

function checkCopy(copy: string): void {
  const refused = (problem: string) =>
    new UsageError(`${copy} cannot be restored: ${problem}. Nothing was changed.`);
  if (readFileSync(copy).subarray(0, 5).toString() !== 'PGDMP')
    throw refused('it is not a copy that "backup" made of a PostgreSQL store');
  const text = runTool('pg_restore', ['--data-only', '--table=kysely_migration', '--file=-', copy]);
  const [, rows] = /^COPY [^\n]*kysely_migration [^\n]*\n([\s\S]*?)^\\\.$/m.exec(text) ?? [];
  if (rows === undefined) throw refused('it is not a copy of a store');
  const made = rows.split('\n').filter((row) => row !== '');
  if (made.some((row) => !knownMigrations.includes(row.split('\t', 1).join())))
    throw refused('it was made by a newer version of this program');
}

async function keepOthersOut(url: string) {
  const lock = await takeStoreLock(url, false).catch((error: unknown) => {
    throw new StartError(`DATABASE_URL: the database cannot be reached (${codeOf(error)}).`);
  });
  if (lock !== null) return lock;
  throw new UsageError(
    'A server or another command uses this database: please stop it first. Nothing was changed.',
  );
}

/** Our tables in the database. */
async function tablesThere(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name
     from pg_tables where schemaname = current_schema() and tablename = any($1)`,
    [tableNames],
  );
  return rows.map(({ name }) => name);
}

/** Before all tables stands what pg_restore 17 sets, and a server older than 17 does not know. */
function dropNewSetting(file: string): void {
  const handle = openSync(file, 'r+');
  const start = Buffer.alloc(2_048);
  readSync(handle, start, 0, start.length, 0);
  const place = start.indexOf('\nSET transaction_timeout = ');
  // A comment from there to the end of the line.
  if (place !== -1) writeSync(handle, '--', place + 1);
  closeSync(handle);
}

/** Runs pg_dump, pg_restore or psql to its end; gives what it printed. */
export function runTool(tool: string, args: string[], databaseUrl?: string): string {
  const { dbname, env } = databaseUrl === undefined ? { dbname: [], env: {} } : connection(databaseUrl);
  const { status, error, stdout, stderr } = spawnSync(tool, [...args, ...dbname], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined)
    throw new UsageError(`${tool} is needed: install the package postgresql-client (${error.message}).`);
  if (status !== 0) throw new UsageError(`${tool} failed: ${stderr.trim()}`);
  return stdout;
}

/** Arguments can be seen by other users of the machine: the password goes by the environment. */
function connection(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(url.password);
  url.password = '';
  return { dbname: [`--dbname=${url.href}`], env: PGPASSWORD === '' ? {} : { PGPASSWORD } };
}
