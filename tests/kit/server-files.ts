import { withStore } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';
import type { Db } from '#server/store/schema.ts';

const inStore = <T>(dataDir: string, work: (db: Db) => Promise<T>) =>
  withStore(readConfig({ DATA_DIR: dataDir }), ({ db }) => work(db));

/** The files that the server has, with the sum of each that is whole. */
export const serverFiles = (dataDir: string) =>
  inStore(dataDir, async (db) => {
    const rows = await db.selectFrom('attachments').selectAll().orderBy('created_at').execute();
    return rows.map(({ name, size, type, sha256, stored, refused, arrived_at }) => ({
      ...{ name, size, type, sha256, stored, refused },
      isWhole: arrived_at !== null,
    }));
  });
