import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { StartError } from '../config.ts';
import { isBusy } from './errors.ts';
import { knownMigrations } from './migrations.ts';

const unfinished = '.hcs-unfinished';

/** Copies a store that may be in use; deletes leftovers of interrupted backups in the folder. */
export function backUp(store: string, file: string): void {
  for (const name of fs.readdirSync(dirname(file)))
    if (name.endsWith(unfinished)) fs.rmSync(join(dirname(file), name));
  putCopy(store, file, () => null);
}

/** Replaces the store with a copy; the old one becomes `aside`. Throws if the store is in use. */
export function restore(copy: string, store: string, aside: string): void {
  putCopy(copy, store, (made) => {
    const isThere = fs.existsSync(store);
    const { uid, gid } = fs.statSync(isThere ? store : dirname(store));
    fs.chownSync(made, uid, gid);
    const lock = isThere ? lockUnlessDamaged(store) : null;
    // Link, do not rename: a server that starts now would create a new store.
    if (isThere) fs.linkSync(store, aside);
    for (const end of ['-wal', '-shm', '-journal'])
      if (fs.existsSync(store + end)) fs.renameSync(store + end, aside + end);
    return lock;
  });
}

/** Renames the copy to `to` once it is complete, checked and flushed; otherwise deletes it. */
function putCopy(from: string, to: string, prepare: (copy: string) => DatabaseSync | null): void {
  const copy = to + unfinished;
  try {
    fs.writeFileSync(copy, '', { mode: 0o600 });
    copyInto(from, copy);
    flush(copy);
    using _untilRenamed = prepare(copy);
    fs.renameSync(copy, to);
    flush(dirname(to));
  } finally {
    fs.rmSync(copy, { force: true });
  }
}

function copyInto(from: string, copy: string): void {
  try {
    using source = new DatabaseSync(from, { timeout: 5_000 });
    source.prepare('vacuum into ?').run(copy);
    using made = new DatabaseSync(copy);
    if (made.prepare('pragma integrity_check').get()?.integrity_check !== 'ok') throw new Error('damaged');
    const migrations = made.prepare('select name from kysely_migration').all();
    if (migrations.some(({ name }) => !knownMigrations.includes(String(name))))
      throw new Error('made by a newer version of this program');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The copy cannot be used: ${reason}. Nothing was changed.`);
  }
}

function lockUnlessDamaged(store: string): DatabaseSync | null {
  const database = new DatabaseSync(store);
  try {
    // Leaving WAL mode fails while another program has the store open.
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if (!isBusy(error)) return null;
    throw new StartError(`Another program is using ${store}: please stop it first. Nothing was changed.`);
  }
}

function flush(path: string): void {
  const handle = fs.openSync(path, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
