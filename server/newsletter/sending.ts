import { type RawBuilder, sql, type Updateable } from 'kysely';

import { dayMs } from '../lib/durations.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Message } from '../outgoing/kinds.ts';
import { giveUp, isNewest, sendAgain } from '../outgoing/queue.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Db, MessageEnd, MessageState, Tables, Trx } from '../store/schema.ts';

/** What can happen to a newsletter: from where, and where it leads; `README.md` draws it, and a test compares them. */
export const transitions = {
  written: [['[*]'], 'draft'],
  changed: [['draft', 'tested'], 'draft'],
  'its test was sent': [['draft'], 'tested'],
  'sent to all': [['tested'], 'sending'],
  stopped: [['sending'], 'stopped'],
  resumed: [['stopped'], 'sending'],
  'stopped for thirty days': [['stopped'], 'ended'],
  'its last email ended': [['sending'], 'ended'],
  'one is sent again': [['ended'], 'sending'],
} as const;

/** Changes a newsletter to which this can happen, and its other columns; returns it, or undefined if it cannot happen. */
export function happened(
  trx: Trx,
  id: string | null,
  event: Exclude<keyof typeof transitions, 'written'>,
  set: Updateable<Tables['newsletters']> = {},
  isSuch: RawBuilder<boolean> = sql`true`,
) {
  const [from, state] = transitions[event];
  const changed = trx
    .updateTable('newsletters')
    .set({ ...set, state })
    .where('id', '=', id);
  return changed.where('state', 'in', from).where(isSuch).returningAll().executeTakeFirst();
}

/** Refused in a row: enough to stop; for reasons other than the address also in so many domains. */
const mostRefused = 10;
const mostDomainsRefused = 3;

const isOpen = sql`state in ('waiting', 'sending')`;

/** Of a message that was sent again, only the newest counts. */
const messagesOf = (id: string | null, more: RawBuilder<unknown> = sql`true`) =>
  sql<boolean>`newsletter = ${id} and kind = 'newsletter' and ${isNewest} and ${more}`;

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
  const isUnseen = sql<boolean>`(state in ('sending', 'stopped') or state = 'ended' and seen_at is null)`;
  const all = await rows.where(isUnseen).execute();
  const counts = await Promise.all(all.map((newsletter) => countMessages(db, newsletter)));
  return all.filter(({ state }, index) => state !== 'ended' || missed(counts[index] ?? {}) > 0);
}

/** Call it first: whoever ends a message locks its newsletter before it. */
export const lockSending = (trx: Trx, id: string) => advisoryLock(trx, id);

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

export async function endIfOver(trx: Trx, id: string): Promise<void> {
  const isOver = sql<boolean>`not exists (
    select 1 from messages where ${messagesOf(id, isOpen)})`;
  const before = trx.selectFrom('newsletters').select(['sent_at', 'ended_at']).where('id', '=', id);
  const last = await before.where('state', '=', 'sending').where(isOver).executeTakeFirst();
  if (last === undefined) return;
  await happened(trx, id, 'its last email ended', { ended_at: now(), seen_at: null });
  await countRefusals(trx, id, last);
}

type Before = { sent_at: string | null; ended_at: string | null };

/**
 * Counts the addresses that were not accepted since it last ended; a day apart, so that one bad day counts once. Skips those of
 * which an ended newsletter knows something newer: this one was stopped for long.
 */
async function countRefusals(trx: Trx, id: string, { sent_at, ended_at }: Before): Promise<void> {
  const dayBefore = new Date(Date.parse(sent_at ?? now()) - dayMs).toISOString();
  const isSent = sql`other.state = 'sent'`;
  const isSoon = sql`subscribers.refused_at > ${dayBefore}`;
  const isNew = sql`state in ('sent', 'not accepted') and ended_at > ${ended_at ?? ''} and not exists (
    select 1 from messages as later join newsletters on newsletters.id = later.newsletter
    where later.recipient = messages.recipient and later.kind = 'newsletter' and later.ended_at > messages.ended_at
    and later.state in ('sent', 'not accepted') and newsletters.state = 'ended' and newsletters.id <> ${id})`;
  await sql`update subscribers set
    refusals = case when ${isSent} then 0 when ${isSoon} then refusals else refusals + 1 end,
    refused_at = case when ${isSent} then null when ${isSoon} then subscribers.refused_at else other.ended_at end
    from (select recipient, state, ended_at from messages where ${messagesOf(id, isNew)}) as other
    where other.recipient = email_key and confirmed_at is not null
    and (other.state = 'not accepted' or refusals > 0)`.execute(trx);
}

/** Nobody could find an address there to delete it with its reader. */
const withoutAddresses = (words: string | null) =>
  words?.replace(/(?<![^\s<>])[^\s<>@]*@[^\s<>]*/g, '…') ?? null;

/** What has not been handed over waits until somebody resumes it. Returns true if it was being sent. */
export async function stopSending(trx: Trx, id: string, words: string | null = null): Promise<boolean> {
  await lockSending(trx, id);
  const stopped = { reason: withoutAddresses(words), stopped_at: now() };
  return (await happened(trx, id, 'stopped', stopped)) !== undefined;
}

/** Somebody has to decide whether the address is dead. */
const isUndecided = sql`state = 'not accepted' and seen_at is null`;

/** Resumes what waits, as if for the first time. `areDead`: the addresses that were not accepted; otherwise they are tried once more at the end. */
export async function continueSending(trx: Trx, id: string, { areDead = false } = {}): Promise<void> {
  await lockSending(trx, id);
  if (!(await happened(trx, id, 'resumed', { reason: null, stopped_at: null })))
    throw new Refusal(409, 'This newsletter was not stopped.');
  const undecided = messagesOf(id, isUndecided);
  const decided = trx.updateTable('messages').set({ seen_at: now() }).where(undecided);
  if (areDead) await decided.execute();
  else await repeat(trx, undecided);
  const [first, last] = [now(), new Date(Date.now() + 1).toISOString()];
  const due_at = sql<string>`case when again_of is null then ${first} else ${last} end`;
  const again = trx.updateTable('messages').set({ due_at, first_at: null, refused_at: null });
  await again.where(messagesOf(id, sql`state = 'waiting'`)).execute();
  await endIfOver(trx, id);
}

async function repeat(trx: Trx, which: RawBuilder<boolean>): Promise<number> {
  const rows = await trx.selectFrom('messages').select('id').where(which).execute();
  for (const { id } of rows) await sendAgain(trx, id, { urgency: 0, due_at: now() });
  return rows.length;
}

/** Goes on with a message that is sent again. */
export async function reopen(trx: Trx, { newsletter }: Message): Promise<void> {
  const own = trx.selectFrom('newsletters').select(['state', 'results']).where('id', '=', newsletter);
  const { state, results } = await own.executeTakeFirstOrThrow();
  if (results !== null) throw new Refusal(409, 'This newsletter ended more than thirty days ago.');
  if (state === 'stopped') throw new Refusal(409, 'This newsletter was stopped. Resume sending first.');
  await happened(trx, newsletter, 'one is sent again', { seen_at: null, stopped_at: null, reason: null });
}

/**
 * Gives up messages of newsletters that were stopped before this time, and ends those that have no more; their refusals
 * count against nobody.
 */
export async function endStopped(trx: Trx, time: string, most: number): Promise<Message[]> {
  const rows = trx.selectFrom('newsletters').select('id').where('state', '=', 'stopped');
  const stopped = rows.where('stopped_at', '<', time);
  for (const { id } of await stopped.execute()) {
    await lockSending(trx, id);
    // Somebody may have resumed it meanwhile.
    if ((await stopped.where('id', '=', id).executeTakeFirst()) === undefined) continue;
    const some = sql`select id from messages where ${messagesOf(id, isOpen)} limit ${most}`;
    const ended = await giveUp(trx, sql`id in (${some})`, 'stopped');
    if (ended.length > 0) return ended;
    await happened(trx, id, 'stopped for thirty days', { ended_at: now() });
  }
  return [];
}

/** Writes down how newsletters went that ended before this time; then nothing reads their messages any more. */
export async function deleteCounted(trx: Trx, time: string, most: number) {
  const ended = trx.selectFrom('newsletters').select(['id', 'results']).where('state', '=', 'ended');
  const uncounted = ended.where('ended_at', '<', time).where('results', 'is', null);
  for (const { id } of await uncounted.execute()) {
    await lockSending(trx, id);
    // Somebody may have sent one of them again meanwhile.
    const row = await uncounted.where('id', '=', id).executeTakeFirst();
    if (row === undefined) continue;
    const results = JSON.stringify(await countMessages(trx, row));
    const own = trx.updateTable('newsletters').where('id', '=', id);
    await own.set(({ fn, val }) => ({ results, seen_at: fn.coalesce('seen_at', val(now())) })).execute();
  }
  const counted = trx.selectFrom('newsletters').select('id').where('results', 'is not', null);
  const old = trx.selectFrom('messages').select('id').where('newsletter', 'in', counted).limit(most);
  return trx.deleteFrom('messages').where('id', 'in', old).returning('id').execute();
}

/** Certainly not reached, and could still have it: only these get newsletters, whatever the list was when it was made. */
const isUnreached = sql`state = 'given up' and exists (select 1 from subscribers
  where email_key = messages.recipient and confirmed_at is not null)`;

export async function sendToUnreached(trx: Trx, id: string): Promise<void> {
  await lockSending(trx, id);
  if ((await repeat(trx, messagesOf(id, isUnreached))) === 0)
    throw new Refusal(409, 'There is nobody left to whom it could be sent.');
}

/**
 * What its page says beside the counts. `refused`: wait because the mail server refused them, with its words. `until`: when the
 * last one is due.
 */
export function detailsOf(db: Db, id: string) {
  const count = (which: RawBuilder<unknown>) =>
    sql<number>`cast(count(case when ${which} then 1 end) as integer)`;
  const isRefused = sql`state = 'waiting' and refused_at is not null`;
  return db
    .selectFrom('messages')
    .select([count(isRefused).as('refused'), count(isUndecided).as('undecided')])
    .select([count(isUnreached).as('unreached')])
    .select(sql<string | null>`max(case when ${isRefused} then why end)`.as('why'))
    .select(sql<string | null>`max(case when state = 'waiting' then due_at end)`.as('until'))
    .where(messagesOf(id))
    .executeTakeFirstOrThrow();
}

/** Lists addresses that the newsletter has not reached although the mail server has said something, with its words. */
export function problemsOf(db: Db, id: string, limit: number) {
  const isProblem = sql`recipient is not null and (state in ('not accepted', 'given up', 'perhaps')
    or why is not null and state = 'waiting')`;
  const rows = db.selectFrom('messages').select(['id', 'recipient', 'why', 'state', 'refused_at']);
  return rows.where(messagesOf(id, isProblem)).orderBy('recipient').limit(limit).execute();
}
