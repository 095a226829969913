import { sql } from 'kysely';

import { forgetProviderAnswers } from '../store/provider-answers.ts';
import { forgetFingerprints } from '../store/retention.ts';
import { type Command, withStore, words } from './command.ts';

const usage = 'forget EMAIL';

export const forget: Command = {
  usage,
  summary: 'delete everything that was sent with an e-mail address: applications and subscription',
  async run(args, config) {
    const [email = ''] = words(args, usage, ['EMAIL']);
    const address = email.trim().toLowerCase();
    await forgetProviderAnswers(config, address);
    return withStore(config, async (store) => {
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
      // The write-ahead log still holds what was deleted.
      if (store.kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(store.db);
      return (
        `Deleted: ${applications.length} application(s), ${subscribers.length} subscription(s). ` +
        'Backups made before still hold them.'
      );
    });
  },
};
