import { type Subscription, validateSubscription } from '#src/contract/subscription.ts';
import { connectCalls } from '#src/paths.ts';

import { notifyOfSubscribers, type Recipients } from '../notifications/queue.ts';
import { forgetFingerprints } from '../store/erasure.ts';
import type { Submission } from './service.ts';

/** `POST subscribe`: an address is subscribed once, however often and however it is typed. */
export function subscribe(recipients: Recipients): Submission<Subscription> {
  return {
    call: connectCalls.subscribe,
    validate: validateSubscription,
    thanks: 'Thank you for subscribing.',
    async store(trx, { name, email }, request_key, isFlagged) {
      const flagged = Number(isFlagged);
      const email_key = email.toLowerCase();
      const { request_key: latest } = await trx
        .insertInto('subscribers')
        .values({ email_key, email, name, created_at: new Date().toISOString(), request_key, flagged })
        .onConflict((conflict) =>
          conflict.column('email_key').doUpdateSet(({ eb }) => ({
            name,
            email,
            // Once a person has subscribed, a robot's repeat puts no mark on them.
            flagged: eb('subscribers.flagged', '*', flagged),
          })),
        )
        .returning('request_key')
        .executeTakeFirstOrThrow();
      if (latest === request_key) return notifyOfSubscribers(trx, recipients);
      // Only the latest key leads from the person to an answer: what `unsubscribe` and `forget` will not find goes now.
      await forgetFingerprints(trx, [{ request_key: latest }]);
      await trx.updateTable('subscribers').set({ request_key }).where('email_key', '=', email_key).execute();
    },
  };
}
