import { randomBytes } from 'node:crypto';

import type { Kysely, Transaction } from 'kysely';

import type { Payload } from '#src/contract/forms.ts';

import type { Tables } from '../db/schema.ts';
import { inProgress, isSeen, keyReused, lockText, type RequestKey, rememberKeys } from './seen-keys.ts';

type Db = Kysely<Tables>;

export async function hasSubscribed(db: Db, request: RequestKey): Promise<boolean> {
  const rows = db.selectFrom('subscribers').select('fingerprint').where('request_key', '=', request.key);
  const own = await rows.executeTakeFirst();
  if (own !== undefined && own.fingerprint !== request.fingerprint) throw keyReused();
  return own !== undefined || isSeen(db, request);
}

export async function subscribe(
  trx: Transaction<Tables>,
  { name, email }: Payload<'subscribe'>,
  request: RequestKey,
  isFlagged: boolean,
): Promise<void> {
  const email_key = email.toLowerCase();
  const flagged = Number(isFlagged);
  await lockText(trx, email_key);
  const known = await trx
    .selectFrom('subscribers')
    .select('flagged')
    .where('email_key', '=', email_key)
    .executeTakeFirst();
  if (known !== undefined) {
    // A bot that repeats the address does not flag the person.
    const row = { name, email, flagged: known.flagged * flagged };
    await trx.updateTable('subscribers').set(row).where('email_key', '=', email_key).execute();
    return rememberKeys(trx, [request]);
  }
  const { key: request_key, fingerprint } = request;
  const created_at = new Date().toISOString();
  const token = randomBytes(16).toString('base64url');
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('subscribers')
    .values({ email_key, email, name, created_at, request_key, fingerprint, flagged, token })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw inProgress();
}

export async function unsubscribe(trx: Transaction<Tables>, email: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('subscribers')
    .where('email_key', '=', email.trim().toLowerCase())
    .returning(['request_key as key', 'fingerprint'])
    .execute();
  await rememberKeys(trx, gone);
  const recipient = email.trim().toLowerCase();
  await trx.deleteFrom('mail').where('kind', '=', 'newsletter').where('recipient', '=', recipient).execute();
  return gone.length > 0;
}

export async function allSubscribers(db: Db) {
  const rows = await db
    .selectFrom('subscribers')
    .select(['created_at as since', 'name', 'email', 'flagged'])
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ flagged, ...row }) => ({ ...row, isFlagged: flagged !== 0 }));
}

/** Newest first; `limit` rows from `offset` on. */
export function listSubscribers(db: Db, limit: number, offset: number) {
  return db
    .selectFrom('subscribers')
    .select(['created_at as since', 'name', 'email'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}
