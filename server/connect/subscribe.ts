import { type Subscription, validateSubscription } from '#src/contract/subscription.ts';
import { connectCalls } from '#src/paths.ts';

import type { Submission } from './service.ts';

/** `POST subscribe`: an address is subscribed once, however often and however it is typed. */
export const subscribe: Submission<Subscription> = {
  call: connectCalls.subscribe,
  validate: validateSubscription,
  thanks: 'Thank you for subscribing.',
  async store(trx, { name, email }, request_key, isFlagged) {
    const email_key = email.toLowerCase();
    const flagged = Number(isFlagged);
    await trx
      .insertInto('subscribers')
      .values({ email_key, email, name, created_at: new Date().toISOString(), request_key, flagged })
      .onConflict((conflict) =>
        conflict.column('email_key').doUpdateSet(({ eb }) => ({
          name,
          email,
          request_key,
          // Once a person has subscribed, a robot's repeat puts no mark on them.
          flagged: eb('subscribers.flagged', '*', flagged),
        })),
      )
      .execute();
  },
};
