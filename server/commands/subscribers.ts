import { erase, forgetFingerprints } from '../store/erasure.ts';
import { command, listing, UsageError, withStore } from './command.ts';
import { markOf } from './print-rows.ts';

export const subscribers = listing({
  name: 'subscribers',
  summary: 'list the newsletter subscribers, newest first',
  async run(_, config) {
    const rows = await withStore(config, ({ db }) =>
      db
        .selectFrom('subscribers')
        .select(['created_at as since', 'name', 'email', 'flagged'])
        .orderBy('created_at', 'desc')
        .execute(),
    );
    return {
      rows: rows.map(({ flagged, ...row }) => ({ ...row, mark: markOf(flagged) })),
      columns: ['since', 'name', 'email', 'mark'],
    };
  },
});

export const unsubscribe = command({
  name: 'unsubscribe',
  words: ['EMAIL'],
  summary: 'end the newsletter subscription of an e-mail address',
  async run({ words: [email = ''] }, config) {
    const gone = await withStore(config, (store) =>
      erase(store, async (trx) => {
        const row = await trx
          .deleteFrom('subscribers')
          .where('email_key', '=', email.trim().toLowerCase())
          .returning(['email', 'request_key'])
          .executeTakeFirst();
        if (row === undefined) throw new UsageError(`${email} is not subscribed.`);
        await forgetFingerprints(trx, [row]);
        return row;
      }),
    );
    return { text: `${gone.email} gets no more letters.`, data: { unsubscribed: gone.email } };
  },
});
