import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { codeOf, StartError } from '../config.ts';

const notForOthers = 0o077;
/** What lies in a DATA_DIR that is used for nothing else. */
const ours = /^(?:(?:hcs|answers)\.sqlite|assets-archive|\.probe-|backups?$|lost\+found$|\.gitkeep$)/;

/** Creates the folder and proves that files can be written there. */
export function prepareDataDir(dataDir: string): void {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    // Applications are personal: nobody but the server's own user looks in.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(`DATA_DIR: ${dataDir} cannot be written to (${codeOf(error)}).`);
  }
}

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
  if ((statSync(folder).mode & notForOthers) === 0) return;
  try {
    if (!readdirSync(folder).every((name) => ours.test(name))) throw new Error('it holds other things');
    chmodSync(folder, 0o700);
  } catch (error) {
    console.warn(`DATA_DIR: other users may list ${folder}; it is left so because ${codeOf(error)}.`);
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
