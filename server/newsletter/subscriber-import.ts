import { hourMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';
import { addMessages, hashMaker } from '../mail/add-messages.ts';
import { contactKey, searchText } from '../store/contact-key.ts';
import type { Db, Trx } from '../store/schema.ts';
import type { SubscriberList } from './subscriber-file.ts';
import { tokenMaker } from './unsubscribed.ts';

const keptMs = hourMs;

/** Stores a list for the page that asks what to do with it. */
export async function keepList(trx: Trx, list: SubscriberList): Promise<string> {
  await deleteLists(trx, new Date(Date.now() - keptMs).toISOString());
  const row = {
    id: crypto.randomUUID(),
    created_at: new Date().toISOString(),
    entries: JSON.stringify(list),
  };
  await trx.insertInto('subscriber_imports').values(row).execute();
  return row.id;
}

export async function deleteLists(trx: Trx, time: string): Promise<void> {
  await trx.deleteFrom('subscriber_imports').where('created_at', '<', time).execute();
}

/** What an import would do, as the store is now. */
export async function keptList(db: Db, id: string) {
  const rows = db.selectFrom('subscriber_imports').select('entries').where('id', '=', id);
  const oldest = new Date(Date.now() - keptMs).toISOString();
  const row = await rows.where('created_at', '>=', oldest).executeTakeFirst();
  if (row === undefined) throw new Refusal(404, 'This list was kept for an hour. Choose the file again.');
  const { entries, ...others } = JSON.parse(row.entries) as SubscriberList;
  const subscribers = await db.selectFrom('subscribers').select('email_key').execute();
  const left = await db.selectFrom('unsubscribed').select('token').execute();
  const known = new Set(subscribers.map(({ email_key }) => email_key));
  const gone = new Set(left.map(({ token }) => token));
  const tokenOf = await tokenMaker(db);
  const strangers = entries.filter(({ email }) => !known.has(contactKey(email)));
  const fresh = strangers.filter(({ email }) => !gone.has(tokenOf(contactKey(email))));
  return {
    ...others,
    fresh,
    knownCount: entries.length - strangers.length,
    leftCount: strangers.length - fresh.length,
  };
}

/**
 * Adds the new addresses of a list. `consent`: where and when these people agreed, which confirms them; without it, each
 * is asked by email, or later if the server sends none.
 */
export async function importList(
  trx: Trx,
  id: string,
  { consent, asks }: { consent: string | null; asks: boolean },
): Promise<number> {
  const { fresh } = await keptList(trx, id);
  const tokenOf = await tokenMaker(trx);
  const now = new Date().toISOString();
  const row = {
    created_at: now,
    confirmed_at: consent === null ? null : now,
    consent,
    fingerprint: '',
    flagged: 0,
  };
  // Databases limit the number of parameters per statement.
  for (let start = 0; start < fresh.length; start += 200) {
    const part = fresh.slice(start, start + 200);
    await trx
      .insertInto('subscribers')
      .values(
        part.map(({ email, name }) => {
          const email_key = contactKey(email);
          const search_text = searchText(name, email);
          return { ...row, email, name, email_key, search_text, token: tokenOf(email_key) };
        }),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const hashOf = await hashMaker(trx);
  const recipients = fresh.map(({ email }) => contactKey(email));
  if (consent === null && asks)
    await addMessages(
      trx,
      recipients.map((recipient) => ({ kind: 'confirm', recipient, address_hash: hashOf(recipient) })),
    );
  await trx.deleteFrom('subscriber_imports').where('id', '=', id).execute();
  return fresh.length;
}
