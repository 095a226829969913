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

/** Leaves no room for other files, as if one had taken all of it. */
export async function fillRoom(dataDir: string): Promise<void> {
  const long = '2026-01-01T00:00:00.000Z';
  const file = {
    id: 'all',
    sha256: 'all',
    name: 'all of it',
    size: 1e9,
    stored: 1e9,
    type: 'application/pdf',
  };
  const row = { ...file, created_at: long, heard_at: long, arrived_at: long };
  await inStore(dataDir, (db) => db.insertInto('attachments').values(row).execute());
}

export async function makeRoom(dataDir: string): Promise<void> {
  await inStore(dataDir, (db) => db.deleteFrom('attachments').where('id', '=', 'all').execute());
}
