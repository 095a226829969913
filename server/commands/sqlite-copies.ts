import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

import { prepareDataDir } from '../store/data-dir.ts';
import { isBusy } from '../store/database-errors.ts';
import { knownMigrations } from '../store/migrations.ts';
import { UsageError } from './command.ts';

/** Beside a database, and worth nothing without it. */
const companions = ['-wal', '-shm', '-journal'];

/** Copies a store that is in use. */
export async function copySqlite(store: string, file: string): Promise<void> {
  const source = new DatabaseSync(store);
  try {
    await backup(source, file);
  } finally {
    source.close();
  }
  const problem = problemOf(file);
  if (problem !== null) throw new UsageError(`The copy cannot be used: ${problem}. Please check the disk.`);
}

/** Gives the name under which the old store is kept, which ends in `stamp`; null where there was none. */
export function restoreSqlite(dataDir: string, copy: string, stamp: string): string | null {
  prepareDataDir(dataDir);
  const store = join(dataDir, 'hcs.sqlite');
  const fresh = `${store}.restoring`;
  const aside = existsSync(store) ? `${store}.before-restore-${stamp}` : null;
  try {
    takeCopy(copy, fresh);
    const lock = aside === null ? null : setAside(store, aside);
    try {
      keepOwner(fresh, aside ?? dataDir);
      for (const companion of companions) rmSync(store + companion, { force: true });
      renameSync(fresh, store);
      flushToDisk(dataDir);
      return aside;
    } finally {
      lock?.close();
    }
  } finally {
    removeAll(fresh);
  }
}

/** A copy of the copy, complete and checked, so that nothing happens to the one that is kept. */
function takeCopy(copy: string, fresh: string): void {
  removeAll(fresh);
  for (const companion of ['', '-wal'])
    if (existsSync(copy + companion)) {
      closeSync(openSync(fresh + companion, 'wx', 0o600));
      copyFileSync(copy + companion, fresh + companion);
    }
  const problem = problemOf(fresh);
  if (problem !== null) throw new UsageError(`${copy} cannot be restored: ${problem}. Nothing was changed.`);
  flushToDisk(fresh);
}

/** Why a file is no whole store that this version can open; null when it is one. */
function problemOf(file: string): string | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // Takes over what a log beside it holds, and leaves one file, also for those who only look into it.
    database.exec('pragma journal_mode = delete');
    const result = database.prepare('pragma integrity_check').get();
    if (result?.integrity_check !== 'ok') return 'it is damaged';
    const rows = database.prepare('select name from kysely_migration').all();
    const isNewer = rows.some(({ name }) => !knownMigrations.includes(String(name)));
    return isNewer ? 'it was made by a newer version of this program' : null;
  } catch (error) {
    return `it is not a copy of a store (${error instanceof Error ? error.message : String(error)})`;
  } finally {
    database?.close();
  }
}

/**
 * Gives the old store a second name; it keeps the first one until the new one takes that, so that nobody finds
 * the place empty. The lock keeps others out until then; null where the store is so damaged that nobody can
 * have it open.
 */
function setAside(store: string, aside: string): DatabaseSync | null {
  for (const companion of ['', ...companions])
    if (existsSync(store + companion)) linkSync(store + companion, aside + companion);
  const database = new DatabaseSync(store);
  try {
    // Folds the log of a killed server into the store.
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive');
    for (const companion of companions) rmSync(aside + companion, { force: true });
    return database;
  } catch (error) {
    database.close();
    if (!isBusy(error)) return null;
    removeAll(aside);
    throw new UsageError(
      `A server or another command uses ${store}: please stop it first. Nothing was changed.`,
    );
  }
}

function keepOwner(fresh: string, before: string): void {
  const { uid, gid, mode } = statSync(before);
  if (uid !== process.getuid?.() || gid !== process.getgid?.()) chownSync(fresh, uid, gid);
  // Never more than the owner's: it holds personal data.
  chmodSync(fresh, mode & 0o600);
}

/** A file's content, or a folder's names. */
export function flushToDisk(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function removeAll(file: string): void {
  for (const companion of ['', ...companions]) rmSync(file + companion, { force: true });
}
