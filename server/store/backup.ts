import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

import { sql } from 'kysely';

import { StartError } from '../config.ts';
import { copyFromPostgres, copyToPostgres } from './copy-rows.ts';
import { accessing } from './file-access.ts';
import { migrate } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import type { Db, Trx } from './schema.ts';
import { asDb, openSqlite, openToRead } from './sqlite.ts';
import { isBusy, isLocked } from './store-problems.ts';

const unfinished = '.hcs-unfinished';

/** Writes a copy with `write`; deletes the leftovers of interrupted backups in the folder. */
export async function backUp<T>(file: string, write: (copy: string) => Promise<T>): Promise<T> {
  const folder = dirname(file);
  for (const name of accessing(folder, () => fs.readdirSync(folder)))
    if (name.endsWith(unfinished)) fs.rmSync(join(folder, name));
  return putCopy(file, write);
}

/** Renames the file made by `write` to `to` once it is complete and flushed; otherwise deletes it. */
async function putCopy<T>(to: string, write: (copy: string) => Promise<T>): Promise<T> {
  return privately(to, async (copy) => {
    const result = await write(copy);
    flush(copy);
    fs.renameSync(copy, to);
    flush(dirname(to));
    return result;
  });
}

/** Makes a file of its own beside another one, deletes what a killed try left of it, and flushes it as it grows. */
async function privately<T>(beside: string, work: (copy: string) => Promise<T>): Promise<T> {
  const copy = beside + unfinished;
  const clear = () => {
    for (const end of ['', '-wal', '-shm', '-journal']) fs.rmSync(copy + end, { force: true });
  };
  accessing(dirname(beside), () => {
    clear();
    fs.writeFileSync(copy, '', { mode: 0o600 });
  });
  const flusher = new Worker(flushing, { eval: true, workerData: copy });
  try {
    return await work(copy);
  } finally {
    await flusher.terminate();
    clear();
  }
}

/** If a file were flushed only once written, commits elsewhere would wait for all of it. SQLite reports errors. */
const flushing = `const { fsync, openSync } = require('node:fs');
  const file = openSync(require('node:worker_threads').workerData, 'r');
  const flush = () => fsync(file, () => setTimeout(flush, 20));
  flush();`;

/** Copies a SQLite store that may be in use. */
export async function copyFile(from: string, copy: string): Promise<void> {
  using source = openToRead(from);
  try {
    source.prepare('vacuum into ?').run(copy);
    using made = new DatabaseSync(copy);
    if (made.prepare('pragma integrity_check').get()?.integrity_check !== 'ok') throw new Error('damaged');
    made.prepare('select name from kysely_migration').all();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The copy cannot be used (${reason}). Nothing was changed.`);
  }
}

/** Copies a PostgreSQL store into a file with our schema. Returns the columns that are left out. */
export async function copyPostgres(url: string, copy: string): Promise<string[]> {
  const made = openSqlite(copy);
  await migrate(made, 'The copy');
  await sql`pragma journal_mode = delete`.execute(made);
  await made.destroy();
  const db = await openPostgres(url, 'copy');
  try {
    using file = new DatabaseSync(copy);
    return await copyFromPostgres(db, file);
  } finally {
    await db.destroy();
  }
}

/** A copy of a copy, as this version understands it. It is deleted afterwards, unless it is renamed. */
export function openCopy<T>(
  from: string,
  beside: string,
  work: (db: Db, copy: string) => Promise<T>,
): Promise<T> {
  return privately(beside, async (copy) => {
    await copyFile(from, copy);
    const db = openSqlite(copy);
    try {
      await migrate(db, 'The copy');
      // Without a separate log, the file can be renamed while it is open.
      await sql`pragma journal_mode = delete`.execute(db);
      return await work(db, copy);
    } finally {
      await db.destroy();
    }
  });
}

/** What replaces a store: `settle` prepares the copy, given what it takes from the old store, if that can be read. */
type Replacing<Old, T> = {
  read: (old: Db) => Promise<Old>;
  settle: (trx: Trx, old: Old | null) => Promise<T>;
};

/** Puts a copy in the place of a SQLite store, which stays locked until then and becomes `aside`. */
export function replaceFile<Old, T>(
  from: string,
  store: string,
  aside: string,
  { read, settle }: Replacing<Old, T>,
): Promise<T> {
  return openCopy(from, store, async (db, copy) => {
    const isThere = fs.existsSync(store);
    const { uid, gid } = fs.statSync(isThere ? store : dirname(store));
    fs.chownSync(copy, uid, gid);
    const old = isThere ? await lockFile(store) : null;
    try {
      const known = old === null ? null : await read(old).catch(() => null);
      const settled = await db.transaction().execute((trx) => settle(trx, known));
      flush(copy);
      // Link instead of renaming; otherwise a server that starts now would create a new store.
      if (isThere) fs.linkSync(store, aside);
      // SQLite itself removes those of a store that it could lock.
      for (const end of old === null ? ['-wal', '-shm', '-journal'] : [])
        if (fs.existsSync(store + end)) fs.renameSync(store + end, aside + end);
      fs.renameSync(copy, store);
      flush(dirname(store));
      return settled;
    } finally {
      await old?.destroy();
    }
  });
}

/** Returns null if the file is damaged. */
async function lockFile(store: string): Promise<Db | null> {
  const database = accessing(store, () => new DatabaseSync(store, { timeout: 5_000 }));
  try {
    // Leaving WAL mode fails while another program has the store open.
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive');
    return asDb(database);
  } catch (error) {
    database.close();
    if (isBusy(error)) throw isUsed(store);
    return null;
  }
}

const isUsed = (store: string) =>
  new StartError(`Another program is using ${store}. Stop it first. Nothing was changed.`);

/**
 * Fills a new schema with a copy. The old one, locked until then, becomes `aside`. All of it is one transaction, so a killed
 * try leaves nothing.
 */
export function replaceSchema<Old, T>(
  from: string,
  url: string,
  aside: string,
  { read, settle }: Replacing<Old, T>,
): Promise<{ settled: T; leftOut: string[]; isThere: boolean }> {
  return openCopy(from, from, async (copied, copy) => {
    const db = await openPostgres(url, 'copy');
    try {
      return await db.transaction().execute(async (trx) => {
        const isThere = await lockSchema(trx);
        await sql`savepoint old`.execute(trx);
        const known = await read(trx).catch(async () => {
          await sql`rollback to savepoint old`.execute(trx);
          return null;
        });
        const settled = await copied.transaction().execute((own) => settle(own, known));
        if (isThere) {
          await sql`alter schema public rename to ${sql.id(aside)}`.execute(trx);
          await sql`create schema public`.execute(trx);
        }
        await migrate(trx, 'DATABASE_URL');
        using file = new DatabaseSync(copy, { readOnly: true });
        return { settled, isThere, leftOut: await copyToPostgres(file, trx) };
      });
    } finally {
      await db.destroy();
    }
  });
}

/** Returns false if there is nothing in it. */
async function lockSchema(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(trx);
  const tables = sql.join(rows.map(({ name }) => sql.id('public', name)));
  if (rows.length > 0)
    await sql`lock table ${tables} in access exclusive mode nowait`.execute(trx).catch((error: unknown) => {
      throw isLocked(error) ? isUsed('the database') : error;
    });
  const others = sql`select 1 from pg_stat_activity where datname = current_database()
    and application_name = current_setting('application_name') and pid <> pg_backend_pid()`;
  if ((await others.execute(trx)).rows.length > 0) throw isUsed('the database');
  return rows.length > 0;
}

function flush(path: string): void {
  const handle = fs.openSync(path, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
