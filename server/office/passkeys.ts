import { createHash, randomBytes } from 'node:crypto';

import { signature } from '../store/facts.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';
import { isSame } from './people.ts';

const challengeMs = 5 * 60_000;

/** Returns a random challenge with a timestamp and a signature, so that it need not be stored. */
export async function newChallenge(db: Db): Promise<string> {
  return signed(db, `${randomBytes(16).toString('base64url')}.${Date.now()}`);
}

async function signed(db: Db, content: string): Promise<string> {
  return `${content}.${(await signature(db, `challenge ${content}`)).toString('base64url')}`;
}

/** True if this store made the challenge in the last five minutes and it has not been used. */
export async function takeChallenge(trx: Trx, challenge: string): Promise<boolean> {
  const [random, time] = challenge.split('.');
  const isOurs = isSame(await signed(trx, `${random}.${time}`), challenge);
  if (!isOurs || Date.now() - Number(time) > challengeMs) return false;
  const row = {
    hash: createHash('sha256').update(challenge).digest('base64url'),
    created_at: new Date().toISOString(),
  };
  const insert = trx
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  return (await insert.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
}

type Passkey = Omit<Tables['passkeys'], 'created_at'>;

export async function addPasskey(trx: Trx, passkey: Passkey): Promise<void> {
  await trx
    .insertInto('passkeys')
    .values({ ...passkey, created_at: new Date().toISOString() })
    .execute();
}

export function findPasskey(db: Db, id: string) {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
}

export function passkeysOf(db: Db, person: string) {
  const columns = ['id', 'created_at'] as const;
  return db.selectFrom('passkeys').select(columns).where('person', '=', person).execute();
}

/** Returns false if it has been removed meanwhile. */
export async function countUse(trx: Trx, id: string, counter: number): Promise<boolean> {
  const update = trx.updateTable('passkeys').set({ counter }).where('id', '=', id);
  return (await update.executeTakeFirst()).numUpdatedRows === 1n;
}

export async function removePasskeys(trx: Trx, person: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('person', '=', person).execute();
}
