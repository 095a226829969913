import { type RawBuilder, sql } from 'kysely';

import { signer } from '../store/facts.ts';
import type { Db, Trx } from '../store/schema.ts';

/** Returns what derives a subscriber's token from the address: 128 bits of an HMAC. */
export async function tokenMaker(db: Db): Promise<(emailKey: string) => string> {
  const sign = await signer(db);
  return (emailKey) => sign(`subscriber ${emailKey}`).toString('base64url');
}

/** Keeps the tokens of addresses that left, so that no old list brings them back. */
export async function rememberLeft(trx: Trx, tokens: string[]): Promise<void> {
  const created_at = new Date().toISOString();
  await trx
    .insertInto('unsubscribed')
    .values(tokens.map((token) => ({ token, created_at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasLeft(db: Db, token: string): Promise<boolean> {
  const row = db.selectFrom('unsubscribed').select('token').where('token', '=', token);
  return (await row.executeTakeFirst()) !== undefined;
}

/** Part of each statement by which a list adds or confirms. */
export const hasNotLeft = (column: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} not in (select token from unsubscribed)`;

/** Called when somebody confirms. */
export async function forgetLeft(trx: Trx, token: string): Promise<void> {
  await trx.deleteFrom('unsubscribed').where('token', '=', token).execute();
}
