import { hourMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';
import { inSlices } from '../lib/slices.ts';
import { addMessages, hashMaker } from '../outgoing/add-messages.ts';
import { contactKey, searchText } from '../store/contact-key.ts';
import { type Store, writeInSlices } from '../store/open-store.ts';
import type { Db, Trx } from '../store/schema.ts';
import { addConfirmation } from './confirmation.ts';
import type { Entry, KeptList, MappedList } from './subscriber-file.ts';
import { readers } from './subscribers.ts';
import { tokenMaker } from './unsubscribed.ts';

const keptMs = hourMs;

/** Stores a list for the pages that ask what to do with it. */
export async function keepList(trx: Trx, kept: KeptList): Promise<string> {
  await deleteOldLists(trx);
  const row = {
    id: crypto.randomUUID(),
    created_at: new Date().toISOString(),
    entries: JSON.stringify(kept),
  };
  await trx.insertInto('subscriber_imports').values(row).execute();
  return row.id;
}

export async function replaceList(trx: Trx, id: string, kept: KeptList): Promise<void> {
  const update = trx.updateTable('subscriber_imports').set({ entries: JSON.stringify(kept) });
  await update.where('id', '=', id).execute();
}

export async function deleteOldLists(trx: Trx): Promise<void> {
  await trx.deleteFrom('subscriber_imports').where('created_at', '<', oldest()).execute();
}

const oldest = () => new Date(Date.now() - keptMs).toISOString();

export async function keptList(db: Db, id: string): Promise<KeptList> {
  const rows = db.selectFrom('subscriber_imports').select('entries').where('id', '=', id);
  const row = await rows.where('created_at', '>=', oldest()).executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'This list was kept for an hour. Choose the file again.');
  return JSON.parse(row.entries);
}

/** Rows of a list by what an import would do with them, each in one. */
export type Counts = Record<'fresh' | 'waiting' | 'reader' | 'refused' | 'left' | 'never' | 'twice', Entry[]>;

/** What an import would do, as the store is now. `waiting`: is on our list, but gets no newsletter without a confirmation. */
export async function sortList(
  db: Db,
  { entries, questions }: MappedList,
  ticked: string[][],
): Promise<Counts> {
  const all = await db.selectFrom('subscribers').select(['email_key', 'confirmed_at']).execute();
  const reading = new Set(
    (await readers(db).select('email_key').execute()).map(({ email_key }) => email_key),
  );
  const gone = await db.selectFrom('unsubscribed').select('token').execute();
  const leavers = new Set(gone.map(({ token }) => token));
  const known = new Map(all.map((row) => [row.email_key, row]));
  const tokenOf = await tokenMaker(db);
  const isNo = (entry: Entry) =>
    questions.some((_, place) => ticked[place]?.includes(entry.says[place] ?? ''));
  // Who unsubscribed in one row has unsubscribed, whatever the others say.
  const never = new Set(entries.filter(isNo).map(({ email }) => contactKey(email)));
  const seen = new Set<string>();
  const counts: Counts = { fresh: [], waiting: [], reader: [], refused: [], left: [], never: [], twice: [] };
  const kindOf = (email: string): keyof Counts => {
    if (seen.has(email)) return 'twice';
    seen.add(email);
    const row = known.get(email);
    if (never.has(email)) return 'never';
    if (reading.has(email)) return 'reader';
    if (row !== undefined) return row.confirmed_at === null ? 'waiting' : 'refused';
    return leavers.has(tokenOf(email)) ? 'left' : 'fresh';
  };
  const left = entries.slice();
  const sort = (some: Entry[]) => {
    for (const entry of some) counts[kindOf(contactKey(entry.email))].push(entry);
  };
  await Array.fromAsync(inSlices((_, most) => left.splice(0, most), sort));
  return counts;
}

/**
 * Adds the people of a list who get no newsletter yet, in slices; if it is interrupted, the list is still kept. `consent`:
 * where and when these people agreed, which confirms them; without it, each is asked by email, or later if the server sends
 * none.
 */
export async function importList(
  store: Store,
  id: string,
  ticked: string[][],
  { consent, asks }: { consent: string | null; asks: boolean },
): Promise<number> {
  const kept = await keptList(store.db, id);
  if (!('list' in kept)) throw new Refusal(409, 'Say first what the columns hold.');
  const { fresh, waiting } = await sortList(store.db, kept.list, ticked);
  const count = fresh.length + waiting.length;
  const tokenOf = await tokenMaker(store.db);
  const hashOf = await hashMaker(store.db);
  const now = new Date().toISOString();
  const confirmed = consent === null ? {} : { confirmed_at: now, consent };
  const row = { created_at: now, fingerprint: '', ...confirmed };
  const isAsked = consent === null && asks;
  const add = async (trx: Trx, some: Entry[]) => {
    const values = some.map(({ email, name }) => {
      const email_key = contactKey(email);
      const search_text = searchText(name, email);
      return { ...row, email, name, email_key, search_text, token: tokenOf(email_key) };
    });
    // Somebody may have unsubscribed by an old link since the list was sorted.
    const tokens = values.map(({ token }) => token);
    const gone = await trx.selectFrom('unsubscribed').select('token').where('token', 'in', tokens).execute();
    const left = new Set(gone.map(({ token }) => token));
    const still = values.filter(({ token }) => !left.has(token));
    if (still.length === 0) return;
    const insert = trx.insertInto('subscribers').values(still);
    const added = insert.onConflict((conflict) => conflict.doNothing()).returning('email_key as recipient');
    const asking = (await added.execute()).map(({ recipient }) => ({
      kind: 'confirm' as const,
      recipient,
      address_hash: hashOf(recipient),
    }));
    if (isAsked) await addMessages(trx, asking);
  };
  const confirm = async (trx: Trx, some: Entry[]) => {
    const keys = some.map(({ email }) => contactKey(email));
    const update = trx.updateTable('subscribers').where('email_key', 'in', keys);
    if (consent !== null) await update.set(confirmed).execute();
    if (isAsked) for (const key of keys) await addConfirmation(trx, key, 1);
  };
  await Array.fromAsync(writeInSlices(store, (_, __, most) => fresh.splice(0, most), add));
  await Array.fromAsync(writeInSlices(store, (_, __, most) => waiting.splice(0, most), confirm));
  await store.write((trx) => trx.deleteFrom('subscriber_imports').where('id', '=', id).execute());
  return count;
}
