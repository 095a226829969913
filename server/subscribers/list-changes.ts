import { sql } from 'kysely';

import { inSlices } from '../lib/slices.ts';
import { addMessages, hashMaker } from '../outgoing/add-messages.ts';
import { contactKey, searchText } from '../store/contact-key.ts';
import { type Store, writeInSlices } from '../store/open-store.ts';
import type { Db, Trx } from '../store/schema.ts';
import type { Address } from './address-list.ts';
import { addConfirmation } from './confirmation.ts';
import { unsubscribe } from './subscribers.ts';
import { hasNotLeft, tokenMaker } from './unsubscribed.ts';

/** `waiting`: is on our list, but has not confirmed. */
export type Sorted = Record<'fresh' | 'reader' | 'waiting' | 'left' | 'twice', Address[]>;

/** Addresses by what adding them would do, each in one. */
export async function sortAddresses(db: Db, addresses: Address[]): Promise<Sorted> {
  const sorted: Sorted = { fresh: [], reader: [], waiting: [], left: [], twice: [] };
  const tokenOf = await tokenMaker(db);
  const seen = new Set<string>();
  const sort = async (some: Address[]) => {
    const keys = some.map(({ email }) => contactKey(email));
    const known = db.selectFrom('subscribers').select(['email_key', 'confirmed_at']);
    const rows = await known.where('email_key', 'in', keys).execute();
    const isConfirmed = new Map(rows.map((row) => [row.email_key, row.confirmed_at !== null]));
    const tokens = db.selectFrom('unsubscribed').select('token');
    const gone = await tokens.where('token', 'in', keys.map(tokenOf)).execute();
    const left = new Set(gone.map(({ token }) => token));
    for (const address of some) {
      const key = contactKey(address.email);
      const kindOf = (): keyof Sorted => {
        if (seen.has(key)) return 'twice';
        if (left.has(tokenOf(key))) return 'left';
        return { true: 'reader', false: 'waiting', undefined: 'fresh' }[
          `${isConfirmed.get(key)}`
        ] as keyof Sorted;
      };
      sorted[kindOf()].push(address);
      seen.add(key);
    }
  };
  const next = taking(addresses);
  await Array.fromAsync(inSlices((_, most) => next(most), sort));
  return sorted;
}

/** Takes them from the first on. */
function taking<Item>(items: Item[]): (most: number) => Item[] {
  const left = items.slice();
  return (most) => left.splice(0, most);
}

const sumOf = async (counts: AsyncIterable<number>) =>
  (await Array.fromAsync(counts)).reduce((sum, count) => sum + count, 0);

/**
 * Adds those who get no newsletter yet, in slices; returns how many. `consent`: where and when these people agreed, which
 * confirms them; without it, each is asked by email, or later if the server sends none.
 */
export async function addAddresses(
  store: Store,
  addresses: Address[],
  { consent, asks }: { consent: string | null; asks: boolean },
): Promise<number> {
  const tokenOf = await tokenMaker(store.db);
  const hashOf = await hashMaker(store.db);
  const add = async (trx: Trx, some: Address[]) => {
    const now = new Date().toISOString();
    const confirmed_at = consent === null ? null : now;
    const keys = some.map(({ email }) => contactKey(email));
    const rows = some.map(({ email, name }, index) => {
      const key = keys[index] ?? '';
      return sql`(${sql.join([tokenOf(key), key, email, name, searchText(name, email)])})`;
    });
    const { rows: added } = await sql<{ recipient: string }>`insert into subscribers
      (token, email_key, email, name, search_text, created_at, fingerprint, confirmed_at, consent)
      select column1, column2, column3, column4, column5, ${now}, '', ${confirmed_at}, ${consent}
      from (values ${sql.join(rows)}) as list where ${hasNotLeft('column1')}
      on conflict do nothing returning email_key as recipient`.execute(trx);
    const isNew = new Set(added.map(({ recipient }) => recipient));
    const isWaiting = sql<boolean>`confirmed_at is null and ${hasNotLeft('token')}`;
    const waiting = trx.selectFrom('subscribers').select('email_key').where('email_key', 'in', keys);
    if (consent !== null) {
      const confirmed = trx.updateTable('subscribers').set({ confirmed_at, consent });
      const { numUpdatedRows } = await confirmed
        .where('email_key', 'in', keys)
        .where(isWaiting)
        .executeTakeFirst();
      return isNew.size + Number(numUpdatedRows);
    }
    const again = (await waiting.where(isWaiting).execute()).filter(({ email_key }) => !isNew.has(email_key));
    if (asks) {
      await addMessages(
        trx,
        added.map(({ recipient }) => ({ kind: 'confirm', recipient, address_hash: hashOf(recipient) })),
      );
      for (const { email_key } of again) await addConfirmation(trx, email_key, 1);
    }
    return isNew.size + again.length;
  };
  const next = taking(addresses);
  return sumOf(writeInSlices(store, (_, __, most) => next(most), add));
}

/** Removes whoever is on our list, and remembers all of them as having left. Returns how many were there. */
export async function removeAddresses(store: Store, addresses: Address[]): Promise<number> {
  const next = taking(addresses.map(({ email }) => email));
  const remove = (some: string[]) => store.erase((trx) => unsubscribe(trx, ...some));
  return sumOf(inSlices((_, most) => next(most), remove));
}
