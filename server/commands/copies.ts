import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { connectCommand, StartError } from '../config.ts';
import { backUp, restore as putBack } from '../db/backup.ts';
import { writeFact } from '../db/facts.ts';
import { noStore, placeOf } from '../db/open-store.ts';
import { prepareDataDir } from '../db/sqlite.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Command, refuseForProvider, withStore } from './command.ts';

/** Returns e.g. 20261121T183000123Z. */
const timeStamp = () => new Date().toISOString().replace(/[-:.]/g, '');

export const backup: Command = {
  words: 'FILE',
  summary: `write a complete copy of the store to a new file, even while the server runs. With --keep COUNT, FILE is a folder:
      the copy is named after the time, and older copies made this way are deleted until COUNT remain`,
  options: { keep: { type: 'string' } },
  async run([target = ''], config, { keep }) {
    if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(String(keep)))
      throw new Refusal(400, `--keep needs a number from 1 to 9999, not "${keep}".`);
    const file = keep === undefined ? target : join(target, `hcs-${timeStamp()}.sqlite`);
    if (config.databaseUrl !== null)
      throw toolsOfPostgres(`pg_dump --format=custom --file=${file} "$DATABASE_URL"`);
    if (existsSync(file)) throw new Refusal(409, `${file} already exists. Please name a new file.`);
    // Open the store first: its errors say more.
    await withStore(config, async (store) => {
      if (keep !== undefined) mkdirSync(target, { recursive: true, mode: 0o700 });
      backUp(placeOf(config), file);
      await store.write((trx) => writeFact(trx, 'last-backup', new Date().toISOString()));
    });
    const deleted = keep === undefined ? [] : rotate(file, Number(keep));
    const { size: bytes } = statSync(file);
    const gone = deleted.length === 0 ? '' : ` Deleted: ${deleted.join(', ')}.`;
    const how = `To restore it, stop the server, then: ${connectCommand()} restore ${resolve(file)}`;
    return { data: { file, bytes, deleted }, text: `Wrote ${file} (${bytes} bytes).${gone} ${how}` };
  },
};

/** Deletes the oldest copies, but never the new one, even if the clock was wrong. */
function rotate(newFile: string, keep: number): string[] {
  const others = readdirSync(dirname(newFile))
    .filter((name) => /^hcs-\d{8}T\d{9}Z\.sqlite$/.test(name) && name !== basename(newFile))
    .sort();
  const deleted = others.slice(0, Math.max(0, others.length - keep + 1));
  for (const name of deleted) rmSync(join(dirname(newFile), name));
  return deleted;
}

export const restore: Command = {
  words: 'FILE',
  summary: `replace the store with a copy made by "backup". The old store is renamed to hcs.sqlite.before-restore-…
      Stop the server first. A copy that is damaged or from a newer version is refused`,
  async run([file = ''], config) {
    if (config.databaseUrl !== null)
      throw toolsOfPostgres(`pg_restore --clean --if-exists --no-owner -1 --dbname="$DATABASE_URL" ${file}`);
    if (!existsSync(file)) throw new Refusal(404, `There is no file ${file}.`);
    refuseForProvider(config);
    const store = placeOf(config);
    if (!config.isStoreNamed && !existsSync(store)) throw noStore(`DATA_DIR: there is no store ${store}.`);
    const aside = `${store}.before-restore-${timeStamp()}`;
    prepareDataDir(config.dataDir);
    putBack(file, store, aside);
    // Opening it migrates a copy from an older version.
    await withStore(config, async () => {});
    const before = existsSync(aside) ? ` The previous store is now ${aside}.` : '';
    const back = 'Data deleted since the copy was made is back: please delete it again.';
    return {
      data: { restored: file, aside },
      text: `Restored ${file}.${before} ${back} Now start the server.`,
    };
  },
};

function toolsOfPostgres(call: string): StartError {
  return new StartError(`DATABASE_URL: please use PostgreSQL's own tools: ${call}`);
}
