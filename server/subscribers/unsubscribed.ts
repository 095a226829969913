import { contactKey } from '../store/contact-key.ts';
import { signer } from '../store/facts.ts';
import type { Db, Trx } from '../store/schema.ts';
import { addressesOf } from './subscriber-file.ts';

/** Returns what derives a subscriber's token from the address: 128 bits of an HMAC. */
export async function tokenMaker(db: Db): Promise<(emailKey: string) => string> {
  const sign = await signer(db);
  return (emailKey) => sign(`subscriber ${emailKey}`).toString('base64url');
}

/** Keeps the token of an address that left the list, so that no old list brings it back. */
export async function rememberLeft(trx: Trx, token: string): Promise<void> {
  const row = { token, created_at: new Date().toISOString() };
  await trx
    .insertInto('unsubscribed')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Imports wait for an hour.
  const tokenOf = await tokenMaker(trx);
  const waiting = await trx.selectFrom('subscriber_imports').select(['id', 'entries']).execute();
  for (const { id, entries } of waiting)
    if (addressesOf(JSON.parse(entries)).some((email) => tokenOf(contactKey(email)) === token))
      await trx.deleteFrom('subscriber_imports').where('id', '=', id).execute();
}

export async function hasLeft(db: Db, token: string): Promise<boolean> {
  const row = db.selectFrom('unsubscribed').select('token').where('token', '=', token);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Called when somebody confirms. */
export async function forgetLeft(trx: Trx, token: string): Promise<void> {
  await trx.deleteFrom('unsubscribed').where('token', '=', token).execute();
}
