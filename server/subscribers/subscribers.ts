import { timingSafeEqual } from 'node:crypto';

import { sql } from 'kysely';

import type { Payload } from '#src/contract/forms.ts';

import { Refusal } from '../lib/refusal.ts';
import type { Message } from '../outgoing/kinds.ts';
import { anonymise, drop, lockMessages } from '../outgoing/queue.ts';
import { contactKey, containing, searchText } from '../store/contact-key.ts';
import { signature } from '../store/facts.ts';
import {
  advisoryLock,
  inProgress,
  isRemembered,
  keyReused,
  type RequestKey,
  rememberKeys,
} from '../store/idempotency-keys.ts';
import { readAll, readPage, type Wanted } from '../store/pages.ts';
import type { Db, MessageEnd, Trx } from '../store/schema.ts';
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
  const [given, right] = [Buffer.from(text), Buffer.from(await linkOf(db, link, token))];
  if (given.length === right.length && timingSafeEqual(given, right)) return token;
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
    const typed = { name, email, search_text: searchText(name, email) };
    const renamed = asks && known.confirmed_at !== null ? {} : typed;
    const row = { ...renamed, refusals: 0, refused_at: null };
    await trx.updateTable('subscribers').set(row).where('email_key', '=', email_key).execute();
    await ask();
    return rememberKeys(trx, [request]);
  }
  // Limit only requests that cause an email.
  if (asks) await limit?.();
  const { key: request_key, fingerprint } = request;
  const created_at = new Date().toISOString();
  const token = (await tokenMaker(trx))(email_key);
  const search_text = searchText(name, email);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('subscribers')
    .values({ email_key, email, name, search_text, created_at, request_key, fingerprint, token })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw inProgress();
  await ask();
}

/** Returns false if the link is unknown or too old. */
export async function confirm(trx: Trx, token: string): Promise<boolean> {
  await forgetLeft(trx, token);
  const confirmed_at = sql<string>`coalesce(confirmed_at, ${new Date().toISOString()})`;
  const update = trx.updateTable('subscribers').set({ confirmed_at }).where('token', '=', token);
  return (await update.executeTakeFirst()).numUpdatedRows === 1n;
}

/** Seven days to confirm begin unless the email certainly did not leave. */
export async function recordAsked(trx: Trx, { recipient, why }: Message, asked_end: MessageEnd) {
  if (asked_end === 'dropped') return;
  const asked_at = asked_end === 'given up' ? null : new Date().toISOString();
  const asked = trx.updateTable('subscribers').set({ asked_at, asked_end, asked_why: why });
  await asked.where('email_key', '=', recipient).execute();
}

/** Asks everyone whom no email has reached that asks for confirmation. Returns how many. */
export async function askAll(trx: Trx): Promise<number> {
  const unasked = trx.selectFrom('subscribers').select('email_key').where(state, '=', 'unasked');
  const rows = await unasked.execute();
  for (const { email_key } of rows) await addConfirmation(trx, email_key, 1);
  return rows.length;
}

/** Does not delete subscribers who were never asked, or are being asked again. */
export async function deleteUnconfirmed(trx: Trx, time: string, most: number) {
  const unconfirmed = trx.selectFrom('subscribers').select('email_key').where('confirmed_at', 'is', null);
  const old = unconfirmed.where('asked_at', '<', time).where(sql<boolean>`not ${isBeingAsked}`).limit(most);
  const deletion = trx.deleteFrom('subscribers').where('email_key', 'in', old);
  const gone = await deletion.returning('email_key as id').execute();
  await forgetMessages(
    trx,
    gone.map(({ id }) => id),
  );
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
  // Messages first: whoever ends one changes its reader afterwards.
  await lockMessages(trx, sql`recipient in ${rows}`);
  const gone = await trx
    .deleteFrom('subscribers')
    .where('token', 'in', tokens)
    .returning(['email_key', 'request_key as key', 'fingerprint'])
    .execute();
  await rememberKeys(trx, gone);
  await rememberLeft(trx, tokens);
  await forgetMessages(
    trx,
    gone.map(({ email_key }) => email_key),
  );
  return gone.length;
}

export async function unsubscribe(trx: Trx, ...emails: string[]): Promise<number> {
  const keys = emails.map(contactKey);
  const count = await leave(trx, ...keys.map(await tokenMaker(trx)));
  await forgetMessages(trx, keys);
  return count;
}

/** Drops what waits for these addresses, and removes them from what has ended. */
async function forgetMessages(trx: Trx, recipients: string[]): Promise<void> {
  if (recipients.length === 0) return;
  const isTheirs = sql<boolean>`recipient in (${sql.join(recipients)}) and kind in ('confirm', 'newsletter')`;
  await drop(trx, isTheirs, 'unsubscribed');
  await anonymise(trx, isTheirs);
}

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

/** Consecutive newsletters whose email the mail server did not accept for this address, after which it is left out. */
const mostRefusals = 2;

/** Only a `reader` gets the newsletter. `refused`: left out after too many refusals. `unasked`: no email has asked them to confirm. */
type ReaderState = 'reader' | 'refused' | 'unconfirmed' | 'unasked';

const isBeingAsked = sql<boolean>`exists (select 1 from messages where kind = 'confirm'
  and recipient = email_key and state in ('waiting', 'sending'))`;

const state = sql<ReaderState>`case when confirmed_at is null and asked_at is null
  and not ${isBeingAsked}
  then 'unasked' when confirmed_at is null then 'unconfirmed'
  when refusals >= ${sql.lit(mostRefusals)} then 'refused' else 'reader' end`;

/** Selects the subscribers who get the newsletter. */
export const readers = (db: Db) => db.selectFrom('subscribers').where(state, '=', 'reader');

export async function countReaders(db: Db): Promise<Record<ReaderState, number>> {
  const all = db.selectFrom('subscribers').select(({ fn }) => [state.as('state'), fn.countAll().as('count')]);
  const counts = { reader: 0, refused: 0, unconfirmed: 0, unasked: 0 };
  for (const { state, count } of await all.groupBy('state').execute()) counts[state] = Number(count);
  return counts;
}

/** Subscribers who get nothing first, then the newest. */
export function pageOfReaders(db: Db, search: string, wanted: Wanted) {
  const order = {
    at: sql<string>`case ${state} when 'reader' then '0 ' else '1 ' end || created_at`,
    // No address may stand in a link.
    id: sql.ref<string>('token'),
    text: sql.ref<string>('search_text'),
  };
  const matches = containing(search);
  return readPage(db.selectFrom('subscribers'), order, { ...wanted, matches }, (ids) => readersOf(db, ids));
}

/** `end`, `why`: of the last email that did not reach them, if it is still stored. */
function readersOf(db: Db, tokens: string[]) {
  const reason = sql<string | null>`case ${state} when 'refused' then
    (select why from messages where kind = 'newsletter' and recipient = email_key
    and state = 'not accepted' order by created_at desc limit 1)
    when 'reader' then null else asked_why end`;
  const end = sql<MessageEnd | null>`case ${state} when 'refused' then 'not accepted'
    when 'reader' then null else asked_end end`;
  return db
    .selectFrom('subscribers')
    .select(['token as id', 'email_key as key', 'created_at as since', 'name', 'email', state.as('state')])
    .select([reason.as('why'), end.as('end')])
    .where('token', 'in', tokens)
    .execute();
}

export function readersWith(db: Db, keys: string[]) {
  const rows = db.selectFrom('subscribers').select(['email_key as id', 'name', 'email']);
  return rows.where('email_key', 'in', keys).orderBy('created_at', 'desc').execute();
}

/** Clears the refusals of subscribers who were left out. Returns how many there were. */
export async function writeAgain(trx: Trx, keys: string[]): Promise<number> {
  const update = trx
    .updateTable('subscribers')
    .set({ refusals: 0, refused_at: null })
    .where('email_key', 'in', keys);
  const { numUpdatedRows } = await update.where(state, '=', 'refused').executeTakeFirst();
  return Number(numUpdatedRows);
}
