import { signer } from '../store/facts.ts';
import type { Db, Trx } from '../store/schema.ts';

/** Returns what derives a subscriber's token from the address: 128 bits of an HMAC. */
export async function tokenMaker(db: Db): Promise<(emailKey: string) => string> {
  const sign = await signer(db);
  return (emailKey) => sign(`subscriber ${emailKey}`).toString('base64url');
}

/** Keeps the token of an address that left the list, so that no old list brings it back. */
export async function rememberLeft(trx: Trx, emailKey: string): Promise<void> {
  const row = { token: (await tokenMaker(trx))(emailKey), created_at: new Date().toISOString() };
  await trx
    .insertInto('unsubscribed')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Imports wait for an hour.
  const quoted = JSON.stringify(emailKey).slice(1, -1);
  const waiting = await trx.selectFrom('subscriber_imports').select(['id', 'entries']).execute();
  for (const { id, entries } of waiting)
    if (entries.toLowerCase().includes(quoted))
      await trx.deleteFrom('subscriber_imports').where('id', '=', id).execute();
}

/** Called when somebody confirms. */
export async function forgetLeft(trx: Trx, token: string): Promise<void> {
  await trx.deleteFrom('unsubscribed').where('token', '=', token).execute();
}
