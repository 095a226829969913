import { forgetFingerprints } from '../store/retention.ts';
import { answered, asJson, type Command, parsed, UsageError, withStore } from './command.ts';

const usage = 'unsubscribe EMAIL';

export const unsubscribe: Command = {
  usage,
  summary: 'end the newsletter subscription of an e-mail address',
  async run(args, config) {
    const { values, words } = parsed(args, usage, ['EMAIL'], asJson);
    const [email = ''] = words;
    return withStore(config, (store) =>
      store.write(async (trx) => {
        const gone = await trx
          .deleteFrom('subscribers')
          .where('email_key', '=', email.trim().toLowerCase())
          .returning(['email', 'request_key'])
          .executeTakeFirst();
        if (gone === undefined) throw new UsageError(`${email} is not subscribed.`);
        await forgetFingerprints(trx, [gone.request_key]);
        return answered(values.json, `${gone.email} gets no more letters.`, { unsubscribed: gone.email });
      }),
    );
  },
};
