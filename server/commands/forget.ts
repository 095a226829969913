import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Config } from '../config.ts';
import { answersFile } from '../store/open-store.ts';
import { forgetProviderAnswers } from '../store/provider-answers.ts';
import { emptyLog, forgetFingerprints } from '../store/retention.ts';
import { answered, asJson, type Command, parsed, withStore } from './command.ts';

const usage = 'forget EMAIL';

export const forget: Command = {
  usage,
  summary: 'delete everything that was sent with an e-mail address: applications and subscription',
  details: ['Receipts that still wait to be sent to it go as well. Backups made before keep what they hold.'],
  async run(args, config) {
    const { values, words } = parsed(args, usage, ['EMAIL'], asJson);
    const address = (words[0] ?? '').trim().toLowerCase();
    await forgetProviderAnswers(config, address);
    if (isProviderOnly(config)) return said(values.json, { applications: 0, subscriptions: 0 });
    return withStore(
      config,
      async (store) => {
        const { applications, subscribers } = await store.write(async (trx) => {
          const gone = {
            applications: await trx
              .deleteFrom('applications')
              .where((where) => where.eb(where.fn<string>('lower', ['email']), '=', address))
              .returning('request_key')
              .execute(),
            subscribers: await trx
              .deleteFrom('subscribers')
              .where('email_key', '=', address)
              .returning('request_key')
              .execute(),
          };
          const keys = [...gone.applications, ...gone.subscribers].map(({ request_key }) => request_key);
          await forgetFingerprints(trx, keys);
          return gone;
        });
        await emptyLog(store);
        const counts = { applications: applications.length, subscriptions: subscribers.length };
        return said(values.json, counts);
      },
      { isForOldStore: true },
    );
  },
};

/** A server in front of a provider keeps answers alone. */
function isProviderOnly({ databaseUrl, dataDir }: Config): boolean {
  const isThere = (file: string) => existsSync(join(dataDir, file));
  return databaseUrl === null && isThere(answersFile) && !isThere('hcs.sqlite');
}

function said(isJson: boolean | undefined, counts: { applications: number; subscriptions: number }): string {
  const text =
    `Deleted: ${counts.applications} application(s), ${counts.subscriptions} subscription(s). ` +
    'Backups made before still hold them.';
  return answered(isJson, text, { deleted: counts });
}
