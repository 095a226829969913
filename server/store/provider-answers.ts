import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '../config.ts';
import { answersFile, openStore } from './open-store.ts';
import { emptyAnswers, emptyLog, personOf } from './retention.ts';

/** Deletes what a provider's answers to this person may say of her; gives how many there were. */
export async function forgetProviderAnswers(config: Config, email: string): Promise<number> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, answersFile))) return 0;
  const store = await openStore(config, { purpose: 'answers', isNewAllowed: false });
  try {
    const count = await store.write((trx) => emptyAnswers(trx, { person: personOf(email) }));
    await emptyLog(store);
    return count;
  } finally {
    await store.close();
  }
}
