import { type RawBuilder, sql } from 'kysely';

import { dayMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';
import { giveUp, isCallable, isNewest, type Message, sendAgain } from '../mail/queue.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Db, MessageEnd, MessageState, Trx } from '../store/schema.ts';

/** Refused in a row: enough to stop; for reasons other than the address also in so many domains. */
const mostRefused = 10;
const mostDomainsRefused = 3;

/** Of a message that was sent again, only the newest counts. */
const messagesOf = (id: string | null, more: RawBuilder<unknown> = sql`true`) =>
  sql<boolean>`newsletter = ${id} and kind = 'newsletter' and ${isNewest} and ${more}`;
const isOpen = sql`state in ('waiting', 'held', 'sending')`;

const now = () => new Date().toISOString();

export type Counts = Partial<Record<MessageState, number>>;

/** Counts a newsletter's messages by their states. */
export async function countMessages(db: Db, { id, results }: { id: string; results: string | null }) {
  if (results !== null) return JSON.parse(results) as Counts;
  const rows = db.selectFrom('messages').select(({ fn }) => ['state', fn.countAll().as('count')]);
  const all = await rows.where(messagesOf(id)).groupBy('state').execute();
  return Object.fromEntries(all.map(({ state, count }) => [state, Number(count)])) as Counts;
}

export const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Readers whom an ended newsletter did not reach, or perhaps not. */
export const missed = (counts: Counts) =>
  (counts['not accepted'] ?? 0) + (counts.perhaps ?? 0) + (counts['given up'] ?? 0);

/** Newsletters that are being sent, were stopped, or ended without reaching all readers and were not [Seen]. */
export async function openNewsletters(db: Db) {
  const rows = db.selectFrom('newsletters').selectAll().orderBy('created_at', 'desc');
  const isOpen = sql<boolean>`(state in ('sending', 'stopped') or state = 'ended' and seen_at is null)`;
  const all = await rows.where(isOpen).execute();
  const counts = await Promise.all(all.map((newsletter) => countMessages(db, newsletter)));
  return all.filter(({ state }, index) => state !== 'ended' || missed(counts[index] ?? {}) > 0);
}

/** Call it first: whoever ends a message locks its newsletter before it. */
const lockSending = (trx: Trx, id: string) => advisoryLock(trx, id);

/** Judges a refused address. The last message ends the newsletter. */
export async function endOne(trx: Trx, message: Message, to: MessageEnd): Promise<void> {
  const { newsletter, recipient, why } = message;
  if (newsletter === null) return;
  if (to === 'not accepted') {
    const isRefused = sql`state = 'not accepted'`;
    const domain = `%@${domainOf(recipient).replace(/[\\%_]/g, '\\$&')}`;
    const isOfDomain = sql`recipient like ${domain} escape '\\'`;
    const all = await refusedInARow(trx, newsletter, isRefused);
    const own = await refusedInARow(trx, newsletter, isRefused, isOfDomain);
    if (all.length === mostRefused || own.length === mostRefused)
      await stopSending(trx, newsletter, why ?? to);
  }
  await endIfOver(trx, newsletter);
}

/** Stops a newsletter whose messages are refused in a row for other reasons than the address: the others would be refused too. */
export async function judgeRefusal(trx: Trx, { newsletter }: Message, reply: string): Promise<void> {
  if (newsletter === null) return;
  const isRefused = sql`refused_at is not null and state not in ('sent', 'not accepted', 'dropped')`;
  const refused = await refusedInARow(trx, newsletter, isRefused);
  const domains = new Set(refused.map(({ recipient }) => domainOf(recipient)));
  if (refused.length === mostRefused || domains.size >= mostDomainsRefused)
    await stopSending(trx, newsletter, reply);
}

/** Finds the last messages refused so since one was sent, on which nobody has decided. Those refused otherwise do not count. */
async function refusedInARow(
  trx: Trx,
  id: string,
  isRefused: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql`true`,
) {
  const which = messagesOf(id, sql`seen_at is null and (state = 'sent' or ${isRefused}) and ${more}`);
  const rows = trx.selectFrom('messages').select(['recipient', 'state']).where(which);
  const last = rows.orderBy(sql`coalesce(ended_at, refused_at)`, 'desc').limit(mostRefused);
  const answers = await last.execute();
  const sent = answers.findIndex(({ state }) => state === 'sent');
  return sent < 0 ? answers : answers.slice(0, sent);
}

const domainOf = (recipient: string | null) => recipient?.split('@').at(-1) ?? '';

/** One that refusals have stopped waits for a person, even if nothing is left to send. */
async function endIfOver(trx: Trx, id: string): Promise<void> {
  const mayEnd = sql<boolean>`(state = 'sending' or state = 'stopped' and reason is null)
    and not exists (select 1 from messages where ${messagesOf(id, isOpen)})`;
  const own = trx.updateTable('newsletters').where('id', '=', id);
  const over = own.set({ state: 'ended' }).where(mayEnd).returning(['ended_at', 'stopped_at']);
  const ended = await over.executeTakeFirst();
  if (ended === undefined) return;
  await own.set({ ended_at: now() }).execute();
  if (ended.stopped_at === null) await countRefusals(trx, id, ended.ended_at ?? '');
}

/** Counts the addresses that were not accepted since it last ended; a day apart, so that one bad day counts once. */
async function countRefusals(trx: Trx, id: string, since: string): Promise<void> {
  const which = messagesOf(id, sql`state in ('sent', 'not accepted') and ended_at > ${since}`);
  const times = trx.selectFrom('messages').select(({ fn }) => fn.min('ended_at').as('first'));
  const { first } = await times.where(which).where('state', '=', 'not accepted').executeTakeFirstOrThrow();
  const dayBefore = new Date(Date.parse(first ?? now()) - dayMs).toISOString();
  const isSent = sql`other.state = 'sent'`;
  const isSoon = sql`subscribers.refused_at > ${dayBefore}`;
  await sql`update subscribers set
    refusals = case when ${isSent} then 0 when ${isSoon} then refusals else refusals + 1 end,
    refused_at = case when ${isSent} then null when ${isSoon} then subscribers.refused_at else other.ended_at end
    from (select recipient, state, ended_at from messages where ${which}) as other
    where other.recipient = email_key and confirmed_at is not null
    and (other.state = 'not accepted' or refusals > 0)`.execute(trx);
}

/** Nobody could find an address there to delete it with its reader. */
const withoutAddresses = (words: string | null) =>
  words?.replace(/(?<![^\s<>])[^\s<>@]*@[^\s<>]*/g, '…') ?? null;

/** Holds all messages that have not been handed over. Returns true if it was being sent. */
export async function stopSending(trx: Trx, id: string, words: string | null = null) {
  await lockSending(trx, id);
  const reason = withoutAddresses(words);
  const stopped = trx.updateTable('newsletters').set({ state: 'stopped', reason, stopped_at: now() });
  const { numUpdatedRows } = await stopped
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  const isLeft = sql`(state = 'waiting' or state = 'sending' and handed_over_at is null)`;
  const held = trx.updateTable('messages').set({ state: 'held' }).where(messagesOf(id, isLeft));
  if (numUpdatedRows === 1n) await held.execute();
  return numUpdatedRows === 1n;
}

const undecided = (id: string) => messagesOf(id, sql`state = 'not accepted' and seen_at is null`);

/** Whether refusals have stopped it, and nobody has decided yet what they mean. */
export async function isDoubted(db: Db, { id, state, reason }: Sending): Promise<boolean> {
  if (state !== 'stopped' || reason === null) return false;
  const row = db.selectFrom('messages').select('id').where(undecided(id));
  return (await row.executeTakeFirst()) !== undefined;
}

type Sending = { id: string; state: string; reason: string | null };

async function findStopped(trx: Trx, id: string): Promise<Sending> {
  await lockSending(trx, id);
  const rows = trx.selectFrom('newsletters').select(['id', 'state', 'reason']).where('id', '=', id);
  const row = await rows.where('state', '=', 'stopped').executeTakeFirst();
  if (row === undefined) throw new Refusal(409, 'This newsletter was not stopped.');
  return row;
}

/** Resumes the held messages, as if for the first time; then those that refusals left undecided, once more. */
export async function continueSending(trx: Trx, id: string): Promise<void> {
  const newsletter = await findStopped(trx, id);
  const isAsked = await isDoubted(trx, newsletter);
  await resume(trx, id);
  const due_at = now();
  const waiting = { state: 'waiting', due_at, first_at: null, refused_at: null } as const;
  const held = trx.updateTable('messages').set(waiting).where('state', '=', 'held');
  await held.where('newsletter', '=', id).execute();
  if (isAsked) await repeat(trx, undecided(id));
  const later = new Date(Date.parse(due_at) + 1).toISOString();
  const repeated = trx.updateTable('messages').set({ due_at: later }).where('again_of', 'is not', null);
  await repeated.where(messagesOf(id, sql`state = 'waiting'`)).execute();
  await endIfOver(trx, id);
}

async function resume(trx: Trx, id: string): Promise<void> {
  const going = { state: 'sending', reason: null, stopped_at: null } as const;
  await trx.updateTable('newsletters').set(going).where('id', '=', id).execute();
}

async function repeat(trx: Trx, which: RawBuilder<boolean>): Promise<number> {
  const rows = await trx.selectFrom('messages').select('id').where(which).execute();
  for (const { id } of rows) await sendAgain(trx, id, { urgency: 0, due_at: now() });
  return rows.length;
}

/** Sends on with a message that is sent again, or holds it with the others. */
export async function reopen(trx: Trx, { id, newsletter }: Message): Promise<void> {
  const own = trx.updateTable('newsletters').where('id', '=', newsletter);
  const going = { state: 'sending', seen_at: null, stopped_at: null, reason: null } as const;
  await own.set(going).where('state', '=', 'ended').execute();
  const isStopped = trx.selectFrom('newsletters').select('id').where('state', '=', 'stopped');
  const held = trx.updateTable('messages').set({ state: 'held' }).where('id', '=', id);
  await held.where('newsletter', 'in', isStopped).execute();
}

/** Somebody says that the addresses which were not accepted are dead. */
export async function declareDead(trx: Trx, id: string): Promise<void> {
  const newsletter = await findStopped(trx, id);
  if (!(await isDoubted(trx, newsletter))) throw new Refusal(409, 'This has been decided already.');
  await trx.updateTable('messages').set({ seen_at: now() }).where(undecided(id)).execute();
  const left = trx.selectFrom('messages').select('id').where(messagesOf(id, isOpen));
  if (await left.executeTakeFirst()) return;
  await resume(trx, id);
  await endIfOver(trx, id);
}

/**
 * Gives up messages of newsletters that were stopped before this time, and ends those that have no more; their refusals
 * count against nobody.
 */
export async function endStopped(trx: Trx, time: string, most: number): Promise<Message[]> {
  const stopped = trx.selectFrom('newsletters').select('id').where('state', '=', 'stopped');
  for (const { id } of await stopped.where('stopped_at', '<', time).execute()) {
    await lockSending(trx, id);
    const some = sql`select id from messages where ${messagesOf(id, isCallable)} limit ${most}`;
    const ended = await giveUp(trx, sql`id in (${some})`, 'stopped');
    if (ended.length > 0) return ended;
    const own = trx.updateTable('newsletters').where('id', '=', id).where('state', '=', 'stopped');
    await own.set({ state: 'ended', ended_at: now() }).execute();
  }
  return [];
}

/** Writes down how newsletters went that ended before this time; then nothing reads their messages any more. */
export async function deleteCounted(trx: Trx, time: string, most: number) {
  const rows = trx.selectFrom('newsletters').select(['id', 'results']).where('results', 'is', null);
  for (const row of await rows.where('state', '=', 'ended').where('ended_at', '<', time).execute()) {
    const results = JSON.stringify(await countMessages(trx, row));
    const own = trx.updateTable('newsletters').where('id', '=', row.id);
    await own.set(({ fn, val }) => ({ results, seen_at: fn.coalesce('seen_at', val(now())) })).execute();
  }
  const counted = trx.selectFrom('newsletters').select('id').where('results', 'is not', null);
  const old = trx.selectFrom('messages').select('id').where('newsletter', 'in', counted).limit(most);
  return trx.deleteFrom('messages').where('id', 'in', old).returning('id').execute();
}

/** Only these get newsletters, whatever the list was when it was made. */
const isWanted = sql<boolean>`exists (select 1 from subscribers where email_key = messages.recipient
  and confirmed_at is not null and flagged = 0)`;

const unreached = (id: string) => messagesOf(id, sql`state = 'given up' and ${isWanted}`);

/** Counts the readers to whom an ended newsletter certainly did not get, and who could still have it. */
export async function countUnreached(db: Db, id: string): Promise<number> {
  const rows = db.selectFrom('messages').select(({ fn }) => fn.countAll().as('count'));
  return Number((await rows.where(unreached(id)).executeTakeFirstOrThrow()).count);
}

export async function sendToUnreached(trx: Trx, id: string): Promise<void> {
  await lockSending(trx, id);
  const rows = trx.selectFrom('newsletters').select('id').where('id', '=', id).where('state', '=', 'ended');
  if ((await rows.executeTakeFirst()) === undefined || (await repeat(trx, unreached(id))) === 0)
    throw new Refusal(409, 'There is nobody left to whom it could be sent.');
}

/** When the last waiting message is due. */
export async function lastDue(db: Db, id: string): Promise<string | null> {
  const rows = db.selectFrom('messages').select(({ fn }) => fn.max('due_at').as('until'));
  const row = await rows.where(messagesOf(id, sql`state = 'waiting'`)).executeTakeFirst();
  return row?.until ?? null;
}

/** Counts the messages that wait because the mail server refused them. `why`: its words. */
export async function countRefused(db: Db, id: string) {
  const isRefused = sql`state in ('waiting', 'held') and refused_at is not null`;
  const rows = db.selectFrom('messages').where(messagesOf(id, isRefused));
  const counting = rows.select(({ fn }) => [fn.countAll().as('count'), fn.max('why').as('why')]);
  const { count, why } = await counting.executeTakeFirstOrThrow();
  return { refused: Number(count), why };
}

/** Lists addresses that the newsletter has not reached although the mail server has said something, with its words. */
export function problemsOf(db: Db, id: string, limit: number) {
  const isProblem = sql`recipient is not null and (state in ('not accepted', 'given up', 'perhaps')
    or why is not null and state in ('waiting', 'held'))`;
  const rows = db.selectFrom('messages').select(['id', 'recipient', 'why', 'state', 'refused_at']);
  return rows.where(messagesOf(id, isProblem)).orderBy('recipient').limit(limit).execute();
}
