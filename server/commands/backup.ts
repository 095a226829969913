import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { type Config, codeOf, connectCommand } from '../config.ts';
import { writeFact } from '../store/facts.ts';
import { command, UsageError, withStore } from './command.ts';
import { dumpPostgres } from './postgres-copies.ts';
import { copySqlite, flushToDisk } from './sqlite-copies.ts';

export const backup = command({
  name: 'backup',
  words: ['FILE'],
  summary: 'write a whole copy of the store to a new file, while the server runs',
  details: [
    'A copy is readable for its owner alone. "restore" brings it back.',
    'With --keep COUNT, FILE is a folder, for this store alone: the copy gets a name with the time, and the oldest',
    'of the copies that this command made there are deleted, so that COUNT stay.',
  ],
  options: { keep: { type: 'string', value: 'COUNT', help: 'keep so many copies' } },
  async run({ values: { keep }, words: [target = ''] }, config) {
    if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
      throw new UsageError(`Usage: --keep takes a number from 1 to 9999, and not "${keep}".`);
    const file = keep === undefined ? target : join(folderFor(target), nameFor(config));
    await writeBackup(file, config);
    const { deleted, later } =
      keep === undefined ? { deleted: [], later: [] } : rotate(file, config, Number(keep));
    const { size: bytes } = statSync(file);
    const gone = deleted.length === 0 ? '' : ` Deleted: ${deleted.join(', ')}.`;
    const doubt =
      later.length === 0 ? '' : ` Dated later than now: ${later.join(', ')}; please look at the clock.`;
    const text =
      `Wrote ${file} (${Math.ceil(bytes / 1024)} KB).${gone}${doubt} ` +
      `To restore it, stop the server, then: ${connectCommand()} restore ${resolve(file)}`;
    return { text, data: { file, bytes, deleted, later } };
  },
});

async function writeBackup(file: string, config: Config): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} is there already; please name a new file.`);
  const unfinished = `${file}.unfinished`;
  createPrivate(unfinished);
  try {
    // Opening the store first brings it up to date, or says why it cannot be opened.
    await withStore(config, async () => {}, { isForOldStore: true });
    await (config.databaseUrl === null
      ? copySqlite(join(config.dataDir, 'hcs.sqlite'), unfinished)
      : dumpPostgres(config.databaseUrl, unfinished));
    flushToDisk(unfinished);
    renameSync(unfinished, file);
    const madeAt = new Date().toISOString();
    await withStore(config, (store) => store.write((trx) => writeFact(trx, 'last-backup', madeAt)), {
      isForOldStore: true,
    });
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** What fills it keeps its rights. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'w', 0o600));
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${codeOf(error)}).`);
  }
}

function folderFor(dir: string): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

/** For names of files and schemas: such as 20261121T183000123Z, in the order of time when sorted. */
export function timeStamp(): string {
  return new Date().toISOString().replace(/[-:.]/g, '');
}

const ending = ({ databaseUrl }: Config) => (databaseUrl === null ? 'sqlite' : 'dump');

function nameFor(config: Config): string {
  return `hcs-${timeStamp()}.${ending(config)}`;
}

/** Deletes the oldest of the files that `nameFor` named, and never the new one, whatever dates the others carry. */
function rotate(newFile: string, config: Config, keep: number): { deleted: string[]; later: string[] } {
  const dir = dirname(newFile);
  const made = new RegExp(`^hcs-\\d{8}T\\d{6,9}Z\\.${ending(config)}$`);
  const others = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && made.test(entry.name) && entry.name !== basename(newFile))
    .map(({ name }) => name)
    .sort();
  const deleted = others.slice(0, Math.max(0, others.length - keep + 1));
  for (const name of deleted) rmSync(join(dir, name));
  return { deleted, later: others.filter((name) => name > basename(newFile)) };
}
