import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StartError } from '../config.ts';
import { isBusy } from './errors.ts';
import { knownMigrations } from './migrations.ts';

const unfinished = '.hcs-unfinished';

/** Copies a store that is in use; what an interrupted copy left in the folder goes first. */
export function backUp(store: string, file: string): void {
  for (const name of fs.readdirSync(dirname(file)).filter((one) => one.endsWith(unfinished)))
    fs.rmSync(join(dirname(file), name));
  copyWhole(store, file + unfinished, () => fs.renameSync(file + unfinished, file));
}

/** Puts a copy in the place of the store, which is kept as `aside`; refused while anybody else has it open. */
export function restore(copy: string, store: string, aside: string): void {
  copyWhole(copy, store + unfinished, () => {
    const isThere = fs.existsSync(store);
    const { uid, gid } = fs.statSync(isThere ? store : dirname(store));
    fs.chownSync(store + unfinished, uid, gid);
    const lock = isThere ? lockAlone(store) : null;
    // By a second name: nobody finds the first one empty and makes a new store there.
    if (isThere) fs.linkSync(store, aside);
    for (const end of ['-wal', '-shm', '-journal'])
      if (fs.existsSync(store + end)) fs.renameSync(store + end, aside + end);
    fs.renameSync(store + unfinished, store);
    lock?.close();
  });
}

/** Writes a copy, and passes it on once it is whole, checked and on the disk; nothing of it stays otherwise. */
function copyWhole(from: string, to: string, passOn: () => void): void {
  fs.rmSync(to, { force: true });
  try {
    fs.writeFileSync(to, '', { mode: 0o600 });
    const problem = vacuumInto(from, to) ?? problemOf(to);
    if (problem !== null) throw new StartError(`The copy cannot be used: ${problem}. Nothing was changed.`);
    flush(to);
    passOn();
    flush(dirname(to));
  } finally {
    fs.rmSync(to, { force: true });
  }
}

function vacuumInto(from: string, to: string): string | null {
  try {
    using source = new DatabaseSync(from, { timeout: 5_000 });
    source.prepare('vacuum into ?').run(to);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Why a file is no whole store that this version can open; null when it is one. */
function problemOf(file: string): string | null {
  try {
    using database = new DatabaseSync(file);
    if (database.prepare('pragma integrity_check').get()?.integrity_check !== 'ok') return 'it is damaged';
    const made = database.prepare('select name from kysely_migration').all();
    const isNewer = made.some(({ name }) => !knownMigrations.includes(String(name)));
    return isNewer ? 'it was made by a newer version of this program' : null;
  } catch (error) {
    return `it is not a copy of a store (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** Null where the store is so damaged that nobody can have it open. */
function lockAlone(store: string): DatabaseSync | null {
  const database = new DatabaseSync(store);
  try {
    // Folds the log of a killed server into the store, which nobody can while another one has it open.
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (!isBusy(error)) return null;
    throw new StartError(
      `A server or another command uses ${store}: please stop it first. Nothing was changed.`,
    );
  }
}

/** A file's content, or a folder's names. */
function flush(path: string): void {
  const handle = fs.openSync(path, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
