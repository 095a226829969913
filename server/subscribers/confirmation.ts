import { addMessages, hashMaker, mayHave } from '../outgoing/add-messages.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Trx } from '../store/schema.ts';

/**
 * Queues the email that asks for confirmation, or says that there is nothing to confirm; at most three a day for each address.
 * `urgency`: 2 if the reader has just subscribed.
 */
export async function addConfirmation(trx: Trx, emailKey: string, urgency: 1 | 2): Promise<void> {
  const address_hash = (await hashMaker(trx))(emailKey);
  await advisoryLock(trx, `confirm ${address_hash}`);
  // This also locks the row, so that no sender claims it and reads before this transaction ends.
  const now = urgency === 2 ? { urgency, due_at: new Date().toISOString() } : {};
  const waiting = trx.updateTable('messages').set(({ ref }) => ({ kind: ref('kind'), ...now }));
  const { numUpdatedRows } = await waiting
    .where('recipient', '=', emailKey)
    .where('kind', '=', 'confirm')
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  if (await mayHave(trx, 'confirm', address_hash))
    await addMessages(trx, [{ kind: 'confirm', urgency, recipient: emailKey, address_hash }]);
}
