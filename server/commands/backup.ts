import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';

import { type Config, codeOf, connectCommand } from '../config.ts';
import { markBackup } from '../store/last-backup.ts';
import { tableNames } from '../store/migrations.ts';
import { answered, asJson, type Command, parsed, UsageError, withStore, wrongCall } from './command.ts';
import { runTool } from './postgres-tools.ts';
import { timeStamp } from './time-stamp.ts';

const usage = 'backup FILE\nbackup --keep COUNT DIR';
const options = { ...asJson, keep: { type: 'string' } } as const;

export const backup: Command = {
  usage,
  summary: 'write a whole copy of the store to a new file, while the server runs',
  details: [
    '--keep COUNT   write it into the folder DIR under a name with the time, and delete the oldest of the copies',
    '               that this command made there, so that COUNT stay. One folder for one store.',
    'A copy is readable for its owner alone. "restore" brings it back.',
  ],
  async run(args, config) {
    const { values, words } = parsed(args, usage, ['FILE or DIR'], options);
    const [target = ''] = words;
    if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep)) throw wrongCall(usage);
    const file = values.keep === undefined ? target : join(folderFor(target), nameFor(config));
    await writeBackup(file, config);
    const { deleted, later } =
      values.keep === undefined ? { deleted: [], later: [] } : rotate(file, config, Number(values.keep));
    const { size: bytes } = statSync(file);
    const gone = deleted.length === 0 ? '' : ` Deleted: ${deleted.join(', ')}.`;
    const doubt =
      later.length === 0 ? '' : ` Dated later than now: ${later.join(', ')}; please look at the clock.`;
    const text =
      `Wrote ${file} (${Math.ceil(bytes / 1024)} KB).${gone}${doubt} ` +
      `To restore it, stop the server, then: ${connectCommand()} restore ${resolve(file)}`;
    return answered(values.json, text, { file, bytes, deleted, later });
  },
};

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
    const written = openSync(unfinished, 'r+');
    fsyncSync(written);
    closeSync(written);
    renameSync(unfinished, file);
    await withStore(config, (store) => store.write(markBackup), { isForOldStore: true });
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

async function copySqlite(store: string, file: string): Promise<void> {
  const source = new DatabaseSync(store);
  try {
    await copyDatabase(source, file);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(file);
  // A file that stands alone: no -wal and -shm beside it, also for those who only look into it.
  const result = copy.prepare('pragma integrity_check').get();
  copy.exec('pragma journal_mode = delete');
  copy.close();
  if (result?.integrity_check !== 'ok') throw new UsageError('The copy is damaged; please check the disk.');
}

/** Our own tables alone: what else lives in the database is not ours to bring back. */
function dumpPostgres(databaseUrl: string, file: string): void {
  const tables = tableNames.map((name) => `--table=${name}`);
  runTool(
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', ...tables, `--file=${file}`],
    databaseUrl,
  );
}

function folderFor(dir: string): string {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
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
