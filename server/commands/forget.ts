import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '../config.ts';
import { erase, forgetFingerprints, forgetProviderAnswers } from '../store/erasure.ts';
import { answersFile, type Store } from '../store/open-store.ts';
import { command, withStore } from './command.ts';

export const forget = command({
  name: 'forget',
  words: ['EMAIL'],
  summary: 'delete everything that was sent with an e-mail address: applications and subscription',
  details: ['Receipts that still wait to be sent to it go as well. Backups made before keep what they hold.'],
  async run({ words: [email = ''] }, config) {
    const address = email.trim().toLowerCase();
    await forgetProviderAnswers(config, address);
    const deleted = isProviderOnly(config)
      ? { applications: 0, subscriptions: 0 }
      : await withStore(config, (store) => eraseAll(store, address), { isForOldStore: true });
    const text =
      `Deleted: ${deleted.applications} application(s), ${deleted.subscriptions} subscription(s). ` +
      'Backups made before still hold them.';
    return { text, data: { deleted } };
  },
});

function eraseAll(store: Store, address: string) {
  return erase(store, async (trx) => {
    const applications = await trx
      .deleteFrom('applications')
      .where((where) => where.eb(where.fn<string>('lower', ['email']), '=', address))
      .returning('request_key')
      .execute();
    const subscriptions = await trx
      .deleteFrom('subscribers')
      .where('email_key', '=', address)
      .returning('request_key')
      .execute();
    await forgetFingerprints(trx, [...applications, ...subscriptions]);
    return { applications: applications.length, subscriptions: subscriptions.length };
  });
}

/** A server in front of a provider keeps answers alone. */
function isProviderOnly({ databaseUrl, dataDir }: Config): boolean {
  const isThere = (file: string) => existsSync(join(dataDir, file));
  return databaseUrl === null && isThere(answersFile) && !isThere('hcs.sqlite');
}
