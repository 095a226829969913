import { type RawBuilder, sql } from 'kysely';

import type { Payload } from '#src/contract/forms.ts';

import { Refusal } from '../lib/refusal.ts';
import { isSame } from '../office/people.ts';
import { forgetMessages, isOpen } from '../outgoing/queue.ts';
import { contactKey, containing, searchText } from '../store/contact-key.ts';
import { signature } from '../store/facts.ts';
import {
  advisoryLock,
  insertOnce,
  isRemembered,
  keyReused,
  type RequestKey,
  rememberKeys,
} from '../store/idempotency-keys.ts';
import { readAll, readPage, type Wanted } from '../store/keyset-pages.ts';
import type { Db, MessageState, Trx } from '../store/schema.ts';
import { addConfirmation } from './confirmation.ts';
import { forgetLeft, rememberLeft, tokenMaker } from './unsubscribed.ts';

export async function hasSubscribed(db: Db, request: RequestKey): Promise<boolean> {
  const rows = db.selectFrom('subscribers').select('fingerprint').where('request_key', '=', request.key);
  const own = await rows.executeTakeFirst();
  if (own !== undefined && own.fingerprint !== request.fingerprint) throw keyReused();
  return own !== undefined || isRemembered(db, request);
}

/** What the links in emails do, and what is said of one that does not work. */
const links = {
  confirm: 'This link has expired. Please subscribe again.',
  unsubscribe: 'This link is incomplete. Use the whole link from one of our newsletters.',
};
type Link = keyof typeof links;

export const brokenLink = (link: Link) => new Refusal(404, links[link]);

/** The last part of a link: the subscriber's token and a signature of this kind of link alone. */
export async function linkOf(db: Db, link: Link, token: string): Promise<string> {
  return token + (await signature(db, `${link} ${token}`)).toString('base64url');
}

/** Returns the subscriber's token; refuses a damaged link. */
export async function tokenIn(db: Db, link: Link, text: string): Promise<string> {
  const token = text.slice(0, 22);
  if (isSame(text, await linkOf(db, link, token))) return token;
  throw brokenLink(link);
}

/** Adds a subscriber, who gets nothing before confirming. `asks`: false without a mail server; they are then asked later. */
export async function subscribe(
  trx: Trx,
  { name, email }: Payload<'subscribe'>,
  request: RequestKey,
  { asks, limit }: { asks: boolean; limit?: () => Promise<void> },
): Promise<void> {
  const email_key = contactKey(email);
  await advisoryLock(trx, email_key);
  const known = await findSubscriber(trx, email_key);
  const ask = async () => asks && (await addConfirmation(trx, email_key, 2));
  if (known !== undefined) {
    // A confirmed subscriber cannot be renamed.
    if (!asks || known.confirmed_at === null) {
      const typed = { name, email, search_text: searchText(name, email) };
      await trx.updateTable('subscribers').set(typed).where('email_key', '=', email_key).execute();
    }
    await ask();
    return rememberKeys(trx, [request]);
  }
  // Limit only requests that cause an email.
  if (asks) await limit?.();
  const { key: request_key, fingerprint } = request;
  const created_at = new Date().toISOString();
  const token = (await tokenMaker(trx))(email_key);
  const search_text = searchText(name, email);
  const row = { email_key, email, name, search_text, created_at, request_key, fingerprint, token };
  await insertOnce(trx.insertInto('subscribers').values(row));
  await ask();
}

/** Returns false if the link is unknown or too old. */
export async function confirm(trx: Trx, token: string): Promise<boolean> {
  await forgetLeft(trx, token);
  const confirmed_at = sql<string>`coalesce(confirmed_at, ${new Date().toISOString()})`;
  const update = trx.updateTable('subscribers').set({ confirmed_at }).where('token', '=', token);
  return (await update.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Asks everyone who has not been asked to confirm, or whose email failed. Returns how many. */
export async function askAll(trx: Trx): Promise<number> {
  const unasked = trx.selectFrom('subscribers').select('email_key').where(state, '=', 'unasked');
  const rows = await unasked.execute();
  for (const { email_key } of rows) await addConfirmation(trx, email_key, 1);
  return rows.length;
}

/** Does not delete subscribers who were never asked, or are being asked again. `time`: seven days ago. */
export async function deleteUnconfirmed(trx: Trx, time: string, most: number) {
  const unconfirmed = trx.selectFrom('subscribers').select('email_key').where('confirmed_at', 'is', null);
  const isOld = sql<boolean>`exists ${asking(sql`ended_at < ${time}`)} and not exists ${asking(
    sql`(ended_at is null or ended_at >= ${time} or ${isOpen})`,
  )}`;
  const old = unconfirmed.where(isOld).limit(most);
  const deletion = trx.deleteFrom('subscribers').where('email_key', 'in', old);
  const gone = await deletion.returning('email_key as id').execute();
  if (gone.length > 0) await forgetMessages(trx, isTo(gone.map(({ id }) => id)));
  return gone;
}

export function findByToken(db: Db, token: string) {
  return db
    .selectFrom('subscribers')
    .select(['email', 'confirmed_at'])
    .where('token', '=', token)
    .executeTakeFirst();
}

export function findSubscriber(db: Db, email_key: string) {
  return db.selectFrom('subscribers').selectAll().where('email_key', '=', email_key).executeTakeFirst();
}

/** Returns what stood there before. */
export async function correctSubscriber(trx: Trx, email_key: string, name: string) {
  const before = await findSubscriber(trx, email_key);
  if (before === undefined) return undefined;
  const update = trx.updateTable('subscribers').set({ name, search_text: searchText(name, before.email) });
  await update.where('email_key', '=', email_key).execute();
  return { name: before.name };
}

/** Also if an address is not on the list: a link may be older than a restored copy. Returns how many were there. */
export async function leave(trx: Trx, ...tokens: string[]): Promise<number> {
  const rows = trx.selectFrom('subscribers').select('email_key').where('token', 'in', tokens);
  const theirs = (await rows.execute()).map(({ email_key }) => email_key);
  if (theirs.length > 0) await forgetMessages(trx, isTo(theirs));
  const gone = await trx
    .deleteFrom('subscribers')
    .where('token', 'in', tokens)
    .returning(['request_key as key', 'fingerprint'])
    .execute();
  await rememberKeys(trx, gone);
  await rememberLeft(trx, tokens);
  return gone.length;
}

export async function unsubscribe(trx: Trx, ...emails: string[]): Promise<number> {
  const keys = emails.map(contactKey);
  const count = await leave(trx, ...keys.map(await tokenMaker(trx)));
  await forgetMessages(trx, isTo(keys));
  return count;
}

const isTo = (recipients: string[]) =>
  sql<boolean>`recipient in (${sql.join(recipients)}) and kind in ('confirm', 'newsletter')`;

/** Newest first. */
export async function* exportSubscribers(db: Db) {
  const list = db.selectFrom('subscribers');
  const rows = list.select([
    'token as id',
    'created_at as since',
    'name',
    'email',
    sql<string>`case when confirmed_at is null then 'not confirmed' else 'subscribed' end`.as('status'),
    'consent',
  ]);
  const order = { id: sql.ref<string>('token') };
  for await (const some of readAll(list, order, {}, (ids) => rows.where('token', 'in', ids).execute()))
    yield some.map(({ id: _, ...row }) => row);
}

/** Only a `reader` gets the newsletter. `unasked`: no email asks them to confirm, or it failed. */
type ReaderState = 'reader' | 'unconfirmed' | 'unasked';

/** The emails that ask a subscriber to confirm. */
const asking = (which: RawBuilder<unknown>) =>
  sql`(select 1 from messages where kind = 'confirm' and recipient = email_key and ${which})`;

const state = sql<ReaderState>`case when confirmed_at is not null then 'reader'
  when exists ${asking(sql`messages.state <> 'failed'`)} then 'unconfirmed' else 'unasked' end`;

/** Selects the subscribers who get the newsletter. */
export const readers = (db: Db) => db.selectFrom('subscribers').where('confirmed_at', 'is not', null);

export async function countReaders(db: Db): Promise<Record<ReaderState, number>> {
  const all = db.selectFrom('subscribers').select(({ fn }) => [state.as('state'), fn.countAll().as('count')]);
  const counts = { reader: 0, unconfirmed: 0, unasked: 0 };
  for (const { state, count } of await all.groupBy('state').execute()) counts[state] = Number(count);
  return counts;
}

/** Subscribers who get nothing first, then the newest. `missed`: a newsletter; only those whom it did not reach. */
export function pageOfReaders(
  db: Db,
  { search, missed }: { search: string; missed: string },
  wanted: Wanted,
) {
  const order = {
    at: sql<string>`case ${state} when 'reader' then '0 ' else '1 ' end || created_at`,
    // No address may stand in a link.
    id: sql.ref<string>('token'),
    text: sql.ref<string>('search_text'),
  };
  const matches = containing(search);
  const isMissed = sql<boolean>`email_key in (select recipient from messages
    where kind = 'newsletter' and about = ${missed} and messages.state = 'failed')`;
  const listed = db.selectFrom('subscribers').$if(missed !== '', (rows) => rows.where(isMissed));
  return readPage(listed, order, { ...wanted, matches }, (ids) => readersOf(db, ids, missed));
}

/** `end`, `why`: of the newsletter that missed them, or of the last email that asks them to confirm. */
function readersOf(db: Db, tokens: string[], missed: string) {
  const last = (column: string) =>
    sql`(select ${sql.ref(column)} from messages where recipient = email_key and kind = ${missed ? 'newsletter' : 'confirm'}
      and (about = ${missed} or ${missed} = '') order by messages.created_at desc limit 1)`;
  const isShown = missed === '' ? sql`${state} in ('unconfirmed', 'unasked')` : sql`true`;
  const shown = <T>(column: string) => sql<T | null>`case when ${isShown} then ${last(column)} end`;
  return db
    .selectFrom('subscribers')
    .select(['token as id', 'email_key as key', 'created_at as since', 'name', 'email', state.as('state')])
    .select([shown<MessageState>('messages.state').as('end'), shown<string>('why').as('why')])
    .select(shown<string>('first_at').as('first_at'))
    .where('token', 'in', tokens)
    .execute();
}

export function readersWith(db: Db, keys: string[]) {
  const rows = db.selectFrom('subscribers').select(['email_key as id', 'name', 'email']);
  return rows.where('email_key', 'in', keys).orderBy('created_at', 'desc').execute();
}
