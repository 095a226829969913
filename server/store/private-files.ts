import { chmodSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';

import { codeOf } from '../config.ts';

const notForOthers = 0o077;
/** What lies in a DATA_DIR that is used for nothing else. */
const ours = /^(?:(?:hcs|answers)\.sqlite|assets-archive|\.probe-|backups?$|lost\+found$|\.gitkeep$)/;

/**
 * Makes a database readable for its owner alone, whatever the umask, and with it what SQLite puts beside it:
 * new ones get the rights of the database, those that are there are tightened.
 */
export function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) tighten(path, 0o600);
}

/**
 * Closes a DATA_DIR that an older version or the operator made open. One that holds other things, such as a home
 * folder, is left as it is: the files in it are private all the same.
 */
export function tightenFolder(folder: string): void {
  const mode = statSync(folder).mode;
  if ((mode & notForOthers) === 0) return;
  const reason = readdirSync(folder).every((name) => ours.test(name))
    ? reasonNotTo(() => chmodSync(folder, 0o700))
    : 'it holds other things';
  if (reason !== null)
    console.warn(`DATA_DIR: other users may list ${folder}; it is left so because ${reason}.`);
}

function reasonNotTo(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return codeOf(error);
  }
}

function tighten(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & notForOthers) !== 0) chmodSync(path, mode);
  } catch (error) {
    // Another process that closes the store takes them away.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
