import { forgetFingerprints } from '../store/retention.ts';
import { type Command, UsageError, withStore, words } from './command.ts';

const usage = 'unsubscribe EMAIL';

export const unsubscribe: Command = {
  usage,
  summary: 'end the newsletter subscription of an e-mail address',
  async run(args, config) {
    const [email = ''] = words(args, usage, ['EMAIL']);
    return withStore(config, (store) =>
      store.write(async (trx) => {
        const gone = await trx
          .deleteFrom('subscribers')
          .where('email_key', '=', email.trim().toLowerCase())
          .returning(['email', 'request_key'])
          .executeTakeFirst();
        if (gone === undefined) throw new UsageError(`${email} is not subscribed.`);
        await forgetFingerprints(trx, [gone.request_key]);
        return `${gone.email} gets no more letters.`;
      }),
    );
  },
};
