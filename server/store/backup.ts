import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

import { sql } from 'kysely';

import { StartError } from '../config.ts';
import { isBusy } from './errors.ts';
import { migrate } from './migrations.ts';
import type { Db, Trx } from './schema.ts';
import { openSqlite } from './sqlite.ts';

const unfinished = '.hcs-unfinished';
const old = 'before_restore';

/** Writes a copy with `write`; deletes the leftovers of interrupted backups in the folder. */
export async function backUp(file: string, write: (copy: string) => Promise<void>): Promise<void> {
  for (const name of fs.readdirSync(dirname(file)))
    if (name.endsWith(unfinished)) fs.rmSync(join(dirname(file), name));
  await putCopy(file, write);
}

/** Replaces a SQLite store with a copy; the old store becomes `aside`. Throws if the store is in use. */
export async function restoreFile<T>(
  from: string,
  store: string,
  aside: string,
  settle: (trx: Trx, old: string | null) => Promise<T>,
): Promise<T> {
  let db: Db | undefined;
  try {
    return await putCopy(store, async (copy) => {
      await copyFile(from, copy);
      const isThere = fs.existsSync(store);
      const { uid, gid } = fs.statSync(isThere ? store : dirname(store));
      fs.chownSync(copy, uid, gid);
      db = openSqlite(copy);
      await migrate(db, 'The copy');
      // Without a separate log, the file can be renamed while it is open.
      await sql`pragma journal_mode = delete`.execute(db);
      const isReadable = isThere && (await attachUnlessDamaged(db, store));
      const settled = await db.transaction().execute((trx) => settle(trx, isReadable ? old : null));
      // Link instead of renaming; otherwise a server that starts now would create a new store.
      if (isThere) fs.linkSync(store, aside);
      for (const end of ['-wal', '-shm', '-journal'])
        if (fs.existsSync(store + end)) fs.renameSync(store + end, aside + end);
      return settled;
    });
  } finally {
    // Keep the lock until the copy is in place.
    await db?.destroy();
  }
}

/** Renames the file made by `write` to `to` once it is complete and flushed; otherwise deletes it. */
async function putCopy<T>(to: string, write: (copy: string) => Promise<T>): Promise<T> {
  const copy = to + unfinished;
  try {
    fs.writeFileSync(copy, '', { mode: 0o600 });
    const result = await write(copy);
    flush(copy);
    fs.renameSync(copy, to);
    flush(dirname(to));
    return result;
  } finally {
    for (const end of ['', '-wal', '-shm', '-journal']) fs.rmSync(copy + end, { force: true });
  }
}

/** Flushes a file as it grows: if it were flushed only once written, commits elsewhere would wait for all of it. SQLite reports errors. */
const flushing = `const { fsync, openSync } = require('node:fs');
  const file = openSync(require('node:worker_threads').workerData, 'r');
  const flush = () => fsync(file, () => setTimeout(flush, 20));
  flush();`;

/** Copies a SQLite store that may be in use. */
export async function copyFile(from: string, copy: string): Promise<void> {
  const flusher = new Worker(flushing, { eval: true, workerData: copy });
  try {
    using source = new DatabaseSync(from, { timeout: 5_000 });
    source.prepare('vacuum into ?').run(copy);
    using made = new DatabaseSync(copy);
    if (made.prepare('pragma integrity_check').get()?.integrity_check !== 'ok') throw new Error('damaged');
    made.prepare('select name from kysely_migration').all();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The copy cannot be used (${reason}). Nothing was changed.`);
  } finally {
    await flusher.terminate();
  }
}

async function attachUnlessDamaged(db: Db, store: string): Promise<boolean> {
  const name = sql.id(old);
  try {
    await sql`attach ${store} as ${name}`.execute(db);
    await sql`pragma ${name}.locking_mode = exclusive`.execute(db);
    // Leaving WAL mode fails while another program has the store open.
    await sql`pragma ${name}.journal_mode = delete`.execute(db);
    const { rows } = await sql<{ quick_check: string }>`pragma ${name}.quick_check`.execute(db);
    if (rows[0]?.quick_check === 'ok') return true;
  } catch (error) {
    if (isBusy(error))
      throw new StartError(`Another program is using ${store}. Stop it first. Nothing was changed.`);
  }
  await sql`detach ${name}`.execute(db).catch(() => {});
  return false;
}

function flush(path: string): void {
  const handle = fs.openSync(path, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
