import { type RawBuilder, sql } from 'kysely';

import { Refusal } from '../lib/refusal.ts';
import { giveUp, isNewest, type Message, sendAgain } from '../mail/queue.ts';
import type { Db, MessageEnd, Tables, Trx } from '../store/schema.ts';

/** A message's possible outcomes, as columns of its newsletter. Of a message that was sent again, only the newest counts. */
const counts = {
  sent: 'sent',
  'not accepted': 'not_accepted',
  perhaps: 'perhaps',
  'given up': 'given_up',
  dropped: 'dropped',
} as const satisfies Record<MessageEnd, keyof Tables['newsletters']>;

const ended = sql<number>`sent + not_accepted + perhaps + given_up + dropped`;

/** Enough to judge by; if more than a third of them have no such address, we are probably on a blocklist. */
const leastToJudge = 10;
/** Refused in a row, for reasons other than the address: in so many domains, or so often. */
const mostDomainsRefused = 3;
const mostRefused = 10;

const messagesOf = (id: string | null, more: RawBuilder<unknown>) =>
  sql<boolean>`newsletter = ${id} and kind = 'newsletter' and ${more}`;

const now = () => new Date().toISOString();

/** Counts a message's outcome, for its newsletter and its reader's address. The last one ends the newsletter. */
export async function countEnd(
  trx: Trx,
  message: Message,
  from: MessageEnd | null,
  to: MessageEnd | null,
): Promise<void> {
  const { newsletter, id } = message;
  const newest = trx.selectFrom('messages').select('id').where('id', '=', id).where(isNewest);
  // A late 2xx of an email that was sent again meanwhile.
  if ((await newest.executeTakeFirst()) === undefined) return;
  const own = trx.updateTable('newsletters').where('id', '=', newsletter);
  if (from !== null) await own.set(({ eb }) => ({ [counts[from]]: eb(counts[from], '-', 1) })).execute();
  if (to !== null) await own.set(({ eb }) => ({ [counts[to]]: eb(counts[to], '+', 1) })).execute();
  const judged = Number(from === null && to !== null && to !== 'dropped');
  const row = await own
    .set(({ eb }) => ({
      recent: eb('recent', '+', judged),
      recent_addresses: eb('recent_addresses', '+', to === 'not accepted' ? judged : 0),
      ...(to === 'sent' && { refusing: null }),
    }))
    .returning(['state', 'recent', 'recent_addresses', 'is_doubted'])
    .executeTakeFirst();
  if (row === undefined || newsletter === null) return;
  await countAddress(trx, message, from, to, row.is_doubted === 1);
  if (row.state === 'stopped' && to === null) await hold(trx, newsletter);
  const isBlocklist = row.recent >= leastToJudge && row.recent_addresses * 3 > row.recent;
  if (row.state === 'sending' && isBlocklist) {
    await stopSending(trx, newsletter, await lastRefusal(trx, newsletter));
    await own.set({ is_doubted: 1 }).execute();
    await countAddresses(trx, newsletter, false);
  }
  await endIfOver(trx, newsletter);
}

/** Ends a newsletter whose messages have all ended, or reopens one that has a new message. */
async function endIfOver(trx: Trx, id: string): Promise<void> {
  const own = trx.updateTable('newsletters').where('id', '=', id);
  const isOver = sql<boolean>`${ended} = messages`;
  const over = own.set({ state: 'ended', ended_at: now() }).where('state', 'in', ['sending', 'stopped']);
  await over.where(isOver).where('is_doubted', '=', 0).execute();
  const again = own.set({ state: 'sending', ended_at: null, seen_at: null }).where('state', '=', 'ended');
  await again.where(sql<boolean>`not ${isOver}`).execute();
}

/** `isDoubted`: the newsletter counts against nobody. */
async function countAddress(
  trx: Trx,
  { recipient }: Message,
  from: MessageEnd | null,
  to: MessageEnd | null,
  isDoubted: boolean,
): Promise<void> {
  const own = trx.updateTable('subscribers').where('email_key', '=', recipient);
  if (to === 'sent') await own.set({ refusals: 0 }).execute();
  else if (!isDoubted && to === 'not accepted') await own.set({ refusals: sql`refusals + 1` }).execute();
  else if (!isDoubted && from === 'not accepted') await own.set({ refusals: less }).execute();
}

const less = sql<number>`case when refusals > 0 then refusals - 1 else 0 end`;
const notAccepted = (id: string) => messagesOf(id, sql`state = 'not accepted' and ${isNewest}`);

async function lastRefusal(db: Db, id: string): Promise<string | null> {
  const rows = db.selectFrom('messages').select('why').where(notAccepted(id));
  return (await rows.orderBy('ended_at', 'desc').executeTakeFirst())?.why ?? null;
}

/** Counts all addresses that were not accepted as dead, or no longer. */
async function countAddresses(trx: Trx, id: string, areDead: boolean): Promise<void> {
  const recipients = trx.selectFrom('messages').select('recipient').where(notAccepted(id));
  const update = trx.updateTable('subscribers').set({ refusals: areDead ? sql`refusals + 1` : less });
  await update.where('email_key', 'in', recipients).execute();
}

/** Stops a newsletter whose messages are refused in a row, in several domains or often: the others would be refused too. */
export async function countRefusal(
  trx: Trx,
  { newsletter, recipient }: Message,
  reply: string,
): Promise<void> {
  const own = trx.updateTable('newsletters').where('id', '=', newsletter);
  // Locks the row.
  const row = await own
    .set(({ ref }) => ({ refusing: ref('refusing') }))
    .returning('refusing')
    .executeTakeFirst();
  if (row === undefined || newsletter === null) return;
  const domains: string[] = [...JSON.parse(row.refusing ?? '[]'), recipient?.split('@').at(-1)];
  await own.set({ refusing: JSON.stringify(domains) }).execute();
  if (domains.length >= mostRefused || new Set(domains).size >= mostDomainsRefused)
    await stopSending(trx, newsletter, reply);
}

/** Holds all messages that have not been handed over. Returns the state that the newsletter has had. */
export async function stopSending(trx: Trx, id: string, reason: string | null = null) {
  const stopped = trx.updateTable('newsletters').set({ state: 'stopped', reason, stopped_at: now() });
  const { numUpdatedRows } = await stopped
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  if (numUpdatedRows === 1n) await hold(trx, id);
  return numUpdatedRows === 1n;
}

async function hold(trx: Trx, id: string): Promise<void> {
  const isLeft = sql`(state = 'waiting' or state = 'sending' and handed_over_at is null)`;
  await trx.updateTable('messages').set({ state: 'held' }).where(messagesOf(id, isLeft)).execute();
}

/** Resumes the held messages, as if for the first time; then those whose addresses are doubted, once more. */
export async function continueSending(trx: Trx, id: string): Promise<void> {
  const stopped = trx.updateTable('newsletters').set({ reason: null, stopped_at: null, refusing: null });
  const row = await stopped
    .where('id', '=', id)
    .where('state', '=', 'stopped')
    .returning('is_doubted')
    .executeTakeFirst();
  if (row === undefined) throw new Refusal(409, 'This newsletter was not stopped.');
  if (row.is_doubted === 1) await repeat(trx, notAccepted(id));
  const due_at = now();
  const waiting = { state: 'waiting', due_at, first_at: null, refused_at: null } as const;
  const again = trx.updateTable('messages').set(waiting);
  await again.where(messagesOf(id, sql`state = 'held'`)).execute();
  await last(trx, id, due_at);
  const sending = trx.updateTable('newsletters').where('id', '=', id);
  await sending.set({ state: 'sending', recent: 0, recent_addresses: 0, is_doubted: 0 }).execute();
  await endIfOver(trx, id);
}

/** Queues messages that are sent again behind those that are sent for the first time. */
async function last(trx: Trx, id: string, due: string): Promise<void> {
  const due_at = new Date(Date.parse(due) + 1).toISOString();
  const repeated = trx.updateTable('messages').set({ due_at });
  await repeated.where(messagesOf(id, sql`state = 'waiting' and again_of is not null`)).execute();
}

async function repeat(trx: Trx, which: RawBuilder<boolean>): Promise<number> {
  const rows = await trx.selectFrom('messages').select('id').where(which).execute();
  for (const { id } of rows) await sendAgain(trx, id, countEnd);
  return rows.length;
}

/** Somebody says that the addresses which were not accepted are dead. */
export async function declareDead(trx: Trx, id: string): Promise<void> {
  const own = trx.updateTable('newsletters').set({ is_doubted: 0, recent: 0, recent_addresses: 0 });
  const { numUpdatedRows } = await own.where('id', '=', id).where('is_doubted', '=', 1).executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal(409, 'This has been decided already.');
  await countAddresses(trx, id, true);
  await endIfOver(trx, id);
}

/** Ends newsletters that were stopped before this time, and gives up their held messages. */
export async function endStopped(trx: Trx, time: string): Promise<void> {
  const stopped = trx.selectFrom('newsletters').select('id').where('state', '=', 'stopped');
  for (const { id } of await stopped.where('stopped_at', '<', time).execute()) {
    await giveUp(trx, messagesOf(id, sql`true`), 'stopped', countEnd);
    const own = trx.updateTable('newsletters').where('id', '=', id).where('state', '=', 'stopped');
    await own.set({ state: 'ended', ended_at: now() }).execute();
  }
}

/** Only these get newsletters, whatever the list was when it was made. */
export const isWanted = sql<boolean>`exists (select 1 from subscribers where email_key = messages.recipient
  and confirmed_at is not null and flagged = 0)`;

const unreached = (id: string) => messagesOf(id, sql`state = 'given up' and ${isNewest} and ${isWanted}`);

/** Counts the readers to whom an ended newsletter certainly did not get, and who could still have it. */
export async function countUnreached(db: Db, id: string): Promise<number> {
  const rows = db.selectFrom('messages').select(({ fn }) => fn.countAll().as('count'));
  return Number((await rows.where(unreached(id)).executeTakeFirstOrThrow()).count);
}

export async function sendToUnreached(trx: Trx, id: string): Promise<void> {
  const locked = trx.updateTable('newsletters').set({ recent: 0, recent_addresses: 0, refusing: null });
  const row = await locked
    .where('id', '=', id)
    .where('state', '=', 'ended')
    .returning('id')
    .executeTakeFirst();
  if (row === undefined || (await repeat(trx, unreached(id))) === 0)
    throw new Refusal(409, 'There is nobody left to whom it could be sent.');
}

/** When the last waiting message is due. */
export async function lastDue(db: Db, id: string): Promise<string | null> {
  const rows = db.selectFrom('messages').select(({ fn }) => fn.max('due_at').as('until'));
  const row = await rows.where(messagesOf(id, sql`state = 'waiting'`)).executeTakeFirst();
  return row?.until ?? null;
}

/** Counts the messages that are being sent right now, and those that wait because the mail server refused them. `why`: its words. */
export async function countOpen(db: Db, id: string) {
  const count = (state: RawBuilder<unknown>) =>
    db
      .selectFrom('messages')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('why').as('why')])
      .where(messagesOf(id, state))
      .executeTakeFirstOrThrow();
  const sending = Number((await count(sql`state = 'sending'`)).count);
  const { count: refused, why } = await count(isRefused);
  return { sending, refused: Number(refused), why };
}

const isRefused = sql`state in ('waiting', 'held') and refused_at is not null`;

/** Lists addresses that the newsletter has not reached although the mail server has said something, with its words. */
export function problemsOf(db: Db, id: string, limit: number) {
  const isProblem = sql`recipient is not null and ${isNewest} and (state in ('not accepted', 'given up', 'perhaps')
    or why is not null and state in ('waiting', 'held'))`;
  const rows = db.selectFrom('messages').select(['id', 'recipient', 'why', 'state', 'refused_at']);
  return rows.where(messagesOf(id, isProblem)).orderBy('recipient').limit(limit).execute();
}
