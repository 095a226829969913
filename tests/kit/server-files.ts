import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';

/** The files that the server has, with the sum of each that is whole. */
export async function serverFiles(dataDir: string) {
  const store = await openStore(readConfig({ DATA_DIR: dataDir }));
  try {
    const rows = await store.db.selectFrom('attachments').selectAll().orderBy('created_at').execute();
    return rows.map(({ name, size, type, sha256, stored, refused, arrived_at }) => ({
      ...{ name, size, type, sha256, stored, refused },
      isWhole: arrived_at !== null,
    }));
  } finally {
    await store.close();
  }
}
