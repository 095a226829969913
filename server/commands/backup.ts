import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite';

import type { Config } from '../config.ts';
import { type Command, UsageError, withStore, words } from './command.ts';

const usage = 'backup FILE';

export const backup: Command = {
  usage,
  summary: 'write a whole copy of the store to a new file, while the server runs',
  async run(args, config) {
    const [file = ''] = words(args, usage, ['FILE']);
    if (existsSync(file)) throw new UsageError(`${file} is there already; please name a new file.`);
    const unfinished = `${file}.unfinished`;
    try {
      await (config.databaseUrl === null
        ? copySqlite(config, unfinished)
        : dumpPostgres(config.databaseUrl, unfinished));
      renameSync(unfinished, file);
    } finally {
      rmSync(unfinished, { force: true });
    }
    const restore =
      config.databaseUrl === null
        ? 'To restore: stop the server and put it in place of hcs.sqlite in DATA_DIR.'
        : 'To restore: pg_restore --clean --dbname=… FILE.';
    return `Wrote ${file} (${Math.ceil(statSync(file).size / 1024)} KB). ${restore}`;
  },
};

async function copySqlite(config: Config, file: string): Promise<void> {
  // Opening the store first brings it up to date, or says why it cannot be opened.
  await withStore(config, async () => {});
  const source = new DatabaseSync(join(config.dataDir, 'hcs.sqlite'));
  try {
    await copyDatabase(source, file);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(file);
  const result = copy.prepare('pragma integrity_check').get();
  copy.close();
  if (result?.integrity_check !== 'ok') throw new UsageError('The copy is damaged; please check the disk.');
}

function dumpPostgres(databaseUrl: string, file: string): void {
  const url = new URL(databaseUrl);
  const PGPASSWORD = decodeURIComponent(url.password);
  // Arguments can be seen by other users of the machine.
  url.password = '';
  const { status, error, stderr } = spawnSync(
    'pg_dump',
    ['--format=custom', '--no-owner', `--file=${file}`, `--dbname=${url.href}`],
    { encoding: 'utf8', env: { ...process.env, ...(PGPASSWORD === '' ? {} : { PGPASSWORD }) } },
  );
  if (error !== undefined) throw new UsageError('pg_dump is needed: install the package postgresql-client.');
  if (status !== 0) throw new UsageError(`pg_dump failed: ${stderr.trim()}`);
}
