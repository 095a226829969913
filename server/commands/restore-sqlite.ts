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
import { DatabaseSync } from 'node:sqlite';

import { prepareDataDir } from '../store/data-dir.ts';
import { knownMigrations } from '../store/migrations.ts';
import { UsageError } from './command.ts';
import { timeStamp } from './time-stamp.ts';

/** Beside a database, and worth nothing without it. */
const companions = ['-wal', '-shm', '-journal'];

/** Gives the name under which the old store is kept; null where there was none. */
export function restoreSqlite(dataDir: string, copy: string): string | null {
  prepareDataDir(dataDir);
  const store = join(dataDir, 'hcs.sqlite');
  const fresh = `${store}.restoring`;
  const aside = existsSync(store) ? `${store}.before-restore-${timeStamp()}` : null;
  try {
    takeCopy(copy, fresh);
    const lock = aside === null ? null : setAside(store, aside);
    try {
      keepOwner(fresh, aside ?? dataDir);
      for (const companion of companions) rmSync(store + companion, { force: true });
      renameSync(fresh, store);
      syncFolder(dataDir);
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
  const written = openSync(fresh, 'r+');
  fsyncSync(written);
  closeSync(written);
}

function problemOf(file: string): string | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file);
    // Takes over what a log beside the copy holds, and leaves one file.
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

function isBusy(error: unknown): boolean {
  const code = Object(error) as { errcode?: unknown };
  return typeof code.errcode === 'number' && [5, 6].includes(code.errcode & 0xff);
}

function keepOwner(fresh: string, before: string): void {
  const { uid, gid, mode } = statSync(before);
  if (uid !== process.getuid?.() || gid !== process.getgid?.()) chownSync(fresh, uid, gid);
  // Never more than the owner's: it holds personal data.
  chmodSync(fresh, mode & 0o600);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function removeAll(file: string): void {
  for (const companion of ['', ...companions]) rmSync(file + companion, { force: true });
}
