import { addMessages, hashMaker, mayHave } from '../mail/add-messages.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Trx } from '../store/schema.ts';

/**
 * Queues the email that asks for confirmation, or says that there is nothing to confirm; at most three a day for each address.
 * `is_waited_for`: 1 if the reader has just subscribed.
 */
export async function addConfirmation(trx: Trx, emailKey: string, is_waited_for: 0 | 1): Promise<void> {
  const address_hash = (await hashMaker(trx))(emailKey);
  await advisoryLock(trx, `confirm ${address_hash}`);
  // This also locks the row, so that no sender claims it and reads before this transaction ends.
  const now = is_waited_for === 1 ? { is_waited_for, due_at: new Date().toISOString() } : {};
  const waiting = trx.updateTable('messages').set(({ ref }) => ({ kind: ref('kind'), ...now }));
  const { numUpdatedRows } = await waiting
    .where('recipient', '=', emailKey)
    .where('kind', '=', 'confirm')
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  if (await mayHave(trx, 'confirm', address_hash))
    await addMessages(trx, [{ kind: 'confirm', is_waited_for, recipient: emailKey, address_hash }]);
}
