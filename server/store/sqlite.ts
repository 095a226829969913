import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';

import { codeOf, StartError } from '../config.ts';
import { refuseUnreadable } from './file-access.ts';
import type { Db, Tables } from './schema.ts';
import { sqliteCode } from './store-problems.ts';

const startTimeoutMs = 5_000;

/** Creates the folder; throws if it is not writable. */
export function prepareDataDir(dataDir: string): void {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(`DATA_DIR: cannot write to ${dataDir} (${codeOf(error)}).`);
  }
}

/** Sets `synchronous = full`, so that a committed write survives a power failure. */
export function openSqlite(file: string): Db {
  try {
    const database = new DatabaseSync(file, { timeout: startTimeoutMs, defensive: true });
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
    return asDb(database);
  } catch (error) {
    const reason = error instanceof Error ? error.message : codeOf(error);
    throw new StartError(`DATA_DIR: cannot open the store ${file} (${reason}).`);
  }
}

export const asDb = (database: DatabaseSync): Db =>
  new Kysely<Tables>({ dialect: new SqliteDialect({ database: forKysely(database) }) });

/** Opens a file that is only read, also where nothing can be written beside it. */
export function openToRead(file: string): DatabaseSync {
  refuseUnreadable(file);
  const open = (path: string | URL) => {
    const database = new DatabaseSync(path, { readOnly: true, timeout: startTimeoutMs });
    try {
      database.prepare('select name from sqlite_master').all();
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  try {
    return open(file);
  } catch (error) {
    const hasLog = Boolean(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size);
    // Without a log, SQLite fails only because it cannot make one.
    if (hasLog || ![8, 14].includes(sqliteCode(error))) {
      const reason = error instanceof Error ? error.message : error;
      const hint = hasLog ? ` Copy it and ${file}-wal to a disk that can be written.` : '';
      throw new StartError(`${file} cannot be read (${reason}).${hint}`);
    }
    return open(new URL('?immutable=1', pathToFileURL(file)));
  }
}

/** Adapts node:sqlite to the interface of better-sqlite3. */
function forKysely(database: DatabaseSync): SqliteDatabase {
  const known = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      // Lock at once: a transaction that reads first fails if another process writes before it does.
      const text = sql === 'begin' ? 'begin immediate' : sql;
      // A full disk ends the transaction; a rollback would then hide that error.
      if (text === 'rollback' && !database.isTransaction) return wrap(database.prepare('select 1'));
      const statement = known.get(text) ?? wrap(database.prepare(text));
      if (known.size < 200) known.set(text, statement);
      return statement;
    },
  };
}

function wrap(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
