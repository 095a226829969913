import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';

import type { Config } from '../config.ts';
import { personOf } from '../connect/idempotency.ts';
import { answersFile, openStore } from './open-store.ts';
import { emptyAnswers } from './retention.ts';

/** Deletes what a provider's answers to this person may say of her; gives how many there were. */
export async function forgetProviderAnswers(config: Config, email: string): Promise<number> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, answersFile))) return 0;
  const store = await openStore(config, { purpose: 'answers', isNewAllowed: false });
  try {
    const count = await store.write((trx) => emptyAnswers(trx, { person: personOf(email) }));
    // The write-ahead log still holds what was deleted.
    if (store.kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
    return count;
  } finally {
    await store.close();
  }
}
