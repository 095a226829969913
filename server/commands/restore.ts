import { existsSync } from 'node:fs';

import { noStore, placeOf } from '../store/open-store.ts';
import { timeStamp } from './backup.ts';
import { command, refuseForProvider, UsageError, withStore } from './command.ts';
import { restorePostgres } from './postgres-copies.ts';
import { restoreSqlite } from './sqlite-copies.ts';

export const restore = command({
  name: 'restore',
  words: ['FILE', 'DATABASE?'],
  summary: 'put a copy that "backup" made in place of the store; the store as it is now is set aside',
  details: [
    'Stop the server first: the command refuses while one uses the store. A copy that is damaged, or that a newer',
    'version made, is refused too, and nothing is changed. In DATA_DIR the old store stays beside the new one as',
    'hcs.sqlite.before-restore-…; with DATABASE_URL its tables move to a schema before_restore_… of that database,',
    'whose name has to be given as the second word.',
  ],
  async run({ words: [file = '', database] }, config) {
    if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`);
    refuseForProvider(config);
    if (!config.isStoreNamed && !existsSync(placeOf(config)))
      throw noStore(`DATA_DIR: there is no store ${placeOf(config)}.`);
    const aside =
      config.databaseUrl === null
        ? restoreSqlite(config.dataDir, file, timeStamp())
        : await restorePostgres(config.databaseUrl, file, database, timeStamp());
    // Brings a copy of an older version up to date.
    await withStore(config, async () => {});
    const kept = aside === null ? '' : ` The store as it was is kept: ${aside}.`;
    const back =
      'What was withdrawn, forgotten or turned off since the copy was made is back: delete it again.';
    return {
      text: `Restored ${file}.${kept} ${back} Now start the server.`,
      data: { restored: file, aside },
    };
  },
});
