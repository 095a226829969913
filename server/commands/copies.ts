import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { type Config, connectCommand } from '../config.ts';
import { Refusal } from '../lib/refusal.ts';
import { commandLine, logAction } from '../office/log.ts';
import { officePaths } from '../office/office-paths.ts';
import { allPeople, invite } from '../office/people.ts';
import { backUp, copyFile, restoreFile } from '../store/backup.ts';
import { writeFact } from '../store/facts.ts';
import { noStore, placeOf } from '../store/open-store.ts';
import { dump, restoreDump } from '../store/postgres-copies.ts';
import { type Settled, settle } from '../store/restore-merge.ts';
import type { Trx } from '../store/schema.ts';
import { prepareDataDir } from '../store/sqlite.ts';
import { type Command, refuseForProvider, withStore } from './command.ts';

/** Returns e.g. 20261121T183000123Z. */
const timeStamp = () => new Date().toISOString().replace(/[-:.]/g, '');

export const backup: Command = {
  words: 'FILE',
  summary: `write a complete copy of the store to a new file, even while the server is running. With --keep COUNT, FILE is a folder:
      the copy is named after the current time, and the oldest copies made this way are deleted until COUNT remain`,
  options: { keep: { type: 'string' } },
  async run([target = ''], config, { keep }) {
    if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(String(keep)))
      throw new Refusal(400, `--keep needs a number from 1 to 9999, not "${keep}".`);
    const { databaseUrl } = config;
    const ending = databaseUrl === null ? '.sqlite' : '.dump';
    const file = keep === undefined ? target : join(target, `hcs-${timeStamp()}${ending}`);
    if (existsSync(file)) throw new Refusal(409, `${file} already exists. Choose a new file name.`);
    // Open the store first: its error messages are clearer.
    await withStore(config, async (store) => {
      if (keep !== undefined) mkdirSync(target, { recursive: true, mode: 0o700 });
      await backUp(file, (copy) =>
        databaseUrl === null ? copyFile(placeOf(config), copy) : dump(databaseUrl, copy),
      );
      await store.write((trx) => writeFact(trx, 'last-backup', new Date().toISOString()));
    });
    const deleted = keep === undefined ? [] : rotate(file, ending, Number(keep));
    const { size: bytes } = statSync(file);
    const gone = deleted.length === 0 ? '' : ` Deleted: ${deleted.join(', ')}.`;
    const how = `To restore it, stop the server, then: ${connectCommand()} restore ${resolve(file)}`;
    return { data: { file, bytes, deleted }, text: `Wrote ${file} (${bytes} bytes).${gone} ${how}` };
  },
};

/** Deletes the oldest copies, but never the new one, even if the clock was wrong. */
function rotate(newFile: string, ending: string, keep: number): string[] {
  const others = readdirSync(dirname(newFile))
    .filter((name) => /^hcs-\d{8}T\d{9}Z\./.test(name) && name.endsWith(ending))
    .filter((name) => name !== basename(newFile))
    .sort();
  const deleted = others.slice(0, Math.max(0, others.length - keep + 1));
  for (const name of deleted) rmSync(join(dirname(newFile), name));
  return deleted;
}

export const restore: Command = {
  words: 'FILE',
  summary: `replace the store with a copy made by "backup"; stop the server first. Articles, vacancies, newsletters and people
      come from the copy; applications, enquiries, subscribers and alerts stay as they are. With --exactly, or if the old store
      cannot be read, everything comes from the copy. Waiting messages will not be sent, and everybody must sign in again. The
      old store is kept beside the new one; in PostgreSQL, as the schema before_restore_… in the same database`,
  options: { exactly: { type: 'boolean' } },
  async run([file = ''], config, { exactly }) {
    if (!existsSync(file)) throw new Refusal(404, `File not found: ${file}.`);
    refuseForProvider(config);
    const { aside, dropped, isKnown } = await putBack(file, config, exactly === true);
    const invitation = await withStore(config, (store) =>
      store.write(async (trx) => {
        await logAction(trx, commandLine, 'restored a copy');
        const boss = (await allPeople(trx)).find(({ role }) => role === 'all');
        if (isKnown || exactly === true || boss === undefined) return null;
        return config.siteUrl + officePaths.enter((await invite(trx, boss.email)).token);
      }),
    );
    const text = [
      `Restored ${file}.`,
      aside !== null && `The previous store is now ${aside}; delete it when you no longer need it.`,
      `${dropped} waiting ${dropped === 1 ? 'message' : 'messages'} will not be sent.`,
      !isKnown && 'Data that was deleted after the copy was made is back. Delete it again.',
      invitation !== null &&
        `All passkeys have been removed. To sign in, use this link; it works once and expires in a day: ${invitation}`,
      'You can now start the server.',
    ];
    return { data: { restored: file, aside, dropped, invitation }, text: text.filter(Boolean).join(' ') };
  },
};

async function putBack(
  file: string,
  config: Config,
  exactly: boolean,
): Promise<Settled & { aside: string | null }> {
  const settling = (trx: Trx, old: string | null) => settle(trx, old, exactly);
  if (config.databaseUrl !== null) {
    const aside = `before_restore_${timeStamp().toLowerCase()}`;
    const settled = await restoreDump(config.databaseUrl, file, aside, settling);
    return { ...settled, aside: `the schema ${aside}` };
  }
  const store = placeOf(config);
  if (!config.isStoreNamed && !existsSync(store)) throw noStore(`DATA_DIR: store not found: ${store}.`);
  const aside = `${store}.before-restore-${timeStamp()}`;
  prepareDataDir(config.dataDir);
  const settled = await restoreFile(file, store, aside, settling);
  return { ...settled, aside: existsSync(aside) ? aside : null };
}
