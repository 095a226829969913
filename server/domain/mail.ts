import { type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';

import type { Config } from '../config.ts';
import { isPostgres } from '../db/errors.ts';
import { signature } from '../db/facts.ts';
import type { Store } from '../db/open-store.ts';
import type { MessageEnd, MessageKind, Tables } from '../db/schema.ts';
import { backOffMs, leaseMs } from './repeat.ts';
import { lockText } from './seen-keys.ts';

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;
export type Message = Tables['messages'] & { state: string; attempts: number; hand_overs: number };

/** As the mail server gets it. */
export type Email = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string | undefined;
  /** Address that ends the subscription by a POST (RFC 8058). */
  unsubscribe?: string;
};

/** What a subject registers for its messages. */
export type Kind = {
  /** Counted from the first attempt. */
  retryForMs: number;
  /** Never handed over again if it is unknown whether it was accepted. */
  isOnceOnly?: boolean;
  /** Called when it is sent, so that it contains current data; or says why there is nothing to send any more. */
  compose: (db: Db, message: Message, siteUrl: string) => Promise<Email | { dropped: string }>;
  /** What else changes with it, in the same transaction. `from`: the end that a late 2xx or [Send again] replaces. */
  onEnd?: (trx: Trx, message: Message, from: MessageEnd | null, to: MessageEnd | null) => Promise<void>;
  /** Called when the mail server first refuses it for another reason than its address. */
  onRefused?: (trx: Trx, message: Message, reply: string) => Promise<void>;
};
export type Kinds = Record<MessageKind, Kind>;

export type MailSettings = Pick<Config, 'smtpUrl' | 'notifyTo' | 'receiptsPerDay'>;

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** A time further ahead was written by a clock that was wrong, and counts as now. */
const longestWaitMs = dayMs;
const mostHandOvers = 3;

/** In this order. */
const priority: MessageKind[] = ['sign-in', 'receipt', 'operator', 'confirm', 'test', 'reply', 'newsletter'];

/** Kinds that share a limit across all servers; whatever exceeds it waits. */
const caps = (perHour: number): { kinds: MessageKind[]; most: number; withinMs: number }[] => [
  { kinds: ['reply', 'newsletter'], most: 1, withinMs: hourMs / perHour },
  { kinds: ['confirm'], most: 100, withinMs: hourMs },
];

/** Per day. Stops bots from flooding an address with receipts. */
const receiptsToOneAddress = 3;
const noticesApartMs = 5 * 60_000;
/** Three a day, whoever enters the address. */
const confirmationsApartMs = 8 * hourMs;

const iso = (time: number) => new Date(time).toISOString();
const newRow = (time = iso(Date.now())) => ({ id: crypto.randomUUID(), created_at: time, due_at: time });

/** Call it in the transaction that stores the application or enquiry at this `time`. */
export async function notifyCompany(trx: Trx, { notifyTo }: MailSettings, time: string): Promise<void> {
  for (const to of notifyTo) await queueOnce(trx, 'operator', to, noticesApartMs, time);
}

export async function addReceipt(
  trx: Trx,
  settings: MailSettings,
  { id, email }: { id: string; email: string },
): Promise<void> {
  if (settings.smtpUrl === null) return;
  // Counts the receipts of a day, also once their applications are deleted.
  const address_hash = (await signature(trx, email.toLowerCase())).toString('base64url');
  if (await mayHaveReceipt(trx, address_hash, settings.receiptsPerDay))
    await addMessages(trx, [{ kind: 'receipt', application: id, address_hash }]);
}

export function addSignInMail(trx: Trx, link: string, recipient: string): Promise<void> {
  return addMessages(trx, [{ kind: 'sign-in', link, recipient }]);
}

export function addConfirmation(trx: Trx, emailKey: string): Promise<void> {
  return queueOnce(trx, 'confirm', emailKey, confirmationsApartMs);
}

type NewMessage = Omit<Insertable<Tables['messages']>, 'id' | 'created_at' | 'due_at'> & { id?: string };

/** Queues messages that are due now. */
export async function addMessages(trx: Trx, messages: NewMessage[]): Promise<void> {
  const rows = messages.map((message) => ({ ...newRow(), ...message }));
  // The number of parameters of a statement is limited.
  for (let start = 0; start < rows.length; start += 500)
    await trx
      .insertInto('messages')
      .values(rows.slice(start, start + 500))
      .execute();
}

/** Queues at most one message for this recipient, due now or `apartMs` after the last. It covers everything since `time`. */
async function queueOnce(
  trx: Trx,
  kind: MessageKind,
  recipient: string,
  apartMs: number,
  time?: string,
): Promise<void> {
  await lockText(trx, `${kind} ${recipient}`);
  const last = await trx
    .selectFrom('messages')
    .select(({ fn }) => fn.max('claimed_at').as('time'))
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .executeTakeFirst();
  const due_at = iso(Math.max(Date.now(), last?.time ? Date.parse(last.time) + apartMs : 0));
  // Also lock the row, so that nobody claims it and counts before this transaction ends.
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({ due_at: sql<string>`case when due_at < ${due_at} then due_at else ${due_at} end` })
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    await trx
      .insertInto('messages')
      .values({ ...newRow(time), kind, recipient, due_at })
      .execute();
}

async function mayHaveReceipt(trx: Db, address_hash: string, perDay: number): Promise<boolean> {
  const recent = trx
    .selectFrom('messages')
    .select('id')
    .where('created_at', '>', iso(Date.now() - dayMs));
  const toThis = await recent.where('address_hash', '=', address_hash).limit(receiptsToOneAddress).execute();
  if (toThis.length >= receiptsToOneAddress) return false;
  return (await recent.where('kind', '=', 'receipt').limit(perDay).execute()).length < perDay;
}

const isDue = (now: number, longestMs: number) =>
  sql`(due_at <= ${iso(now)} or due_at > ${iso(now + longestMs)})`;

/** Claims the next message for this server. */
export function claimMessage(store: Store, perHour: number): Promise<Message | undefined> {
  const now = Date.now();
  const isBelow = caps(perHour).map(
    ({ kinds, most, withinMs }) => sql`(messages.kind not in (${sql.join(kinds)}) or ${most} > (
      select count(*) from messages as other where other.kind in (${sql.join(kinds)})
      and other.claimed_at > ${iso(now - withinMs)} and other.claimed_at <= ${iso(now)}))`,
  );
  const order = priority.map((kind, index) => sql`when ${sql.lit(kind)} then ${sql.lit(index)}`);
  return store.write(async (trx) => {
    // Two servers would both find room below the same limit.
    await lockText(trx, 'messages');
    const { rows } = await sql<Message>`
      update messages set state = 'sending', attempts = attempts + 1, claimed_at = ${iso(now)},
        handed_over_at = null, first_at = coalesce(first_at, ${iso(now)}), due_at = ${iso(now + leaseMs)}
      where id = (
        select id from messages where state = 'waiting' and ${isDue(now, longestWaitMs)}
        and kind in (${sql.join(priority)}) and ${sql.join(isBelow, sql` and `)}
        order by case kind ${sql.join(order, sql` `)} end, due_at
        limit 1 ${isPostgres(trx) ? sql`for update skip locked` : sql``}
      ) returning *`.execute(trx);
    return rows[0];
  });
}

/** Settles claims whose servers never said what became of them. */
export async function settleLeases(store: Store, kinds: Kinds): Promise<void> {
  const ended = await store.db
    .selectFrom('messages')
    .selectAll()
    .where('state', '=', 'sending')
    .where('kind', 'in', priority)
    .where(isDue(Date.now(), leaseMs) as RawBuilder<boolean>)
    .limit(100)
    .execute();
  for (const message of ended) await store.write((trx) => settle(trx, kinds, message, 'silence', null));
}

const isOwn = ({ id, attempts }: Message) =>
  sql<boolean>`id = ${id} and state = 'sending' and attempts = ${attempts}`;

/** Call it once the mail server is ready for the message. False: it must not be sent any more. */
export async function handOver(trx: Trx, message: Message): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set(({ eb }) => ({ handed_over_at: iso(Date.now()), hand_overs: eb('hand_overs', '+', 1) }))
    .where(isOwn(message))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * `unknown`: there is no such address. `refused`: not accepted as it is. `later`: not now. `silence`: no reply, or it was not
 * reached. `nothing`: there is nothing to say any more.
 */
export type Outcome = 'sent' | 'unknown' | 'refused' | 'later' | 'silence' | 'nothing';

/** Returns the new state; undefined where another claim or an act of somebody has ended this one. */
export async function settle(
  trx: Trx,
  kinds: Kinds,
  claimed: Message,
  outcome: Outcome,
  reply: string | null,
): Promise<Message['state'] | undefined> {
  const { kind } = claimed;
  const { retryForMs, isOnceOnly = false, onRefused } = kinds[kind];
  // Also locks the row.
  const locked = trx.updateTable('messages').set(({ ref }) => ({ attempts: ref('attempts') }));
  const message = await locked
    .where(outcome === 'sent' ? sql<boolean>`id = ${claimed.id} and state <> 'sent'` : isOwn(claimed))
    .returningAll()
    .executeTakeFirst();
  if (message === undefined) return undefined;
  const isAnswered = outcome === 'unknown' || outcome === 'refused' || outcome === 'later';
  const hand_overs = message.hand_overs - Number(isAnswered);
  const isLast = message.handed_over_at !== null && (isOnceOnly || hand_overs >= mostHandOvers);
  const isOver = Date.now() - Date.parse(message.first_at ?? '') > retryForMs;
  const why = reply ?? message.why;
  if (outcome === 'sent') return end(trx, kinds, message, 'sent', reply);
  if (outcome === 'nothing') return end(trx, kinds, message, 'dropped', why);
  if (outcome === 'silence' && isLast) return end(trx, kinds, message, 'perhaps', why);
  if (outcome === 'unknown' || isOver)
    return end(trx, kinds, { ...message, hand_overs }, outcome === 'unknown' ? 'not accepted' : 'given up', why);
  // Wait a day: somebody must fix the cause.
  const pause = outcome === 'refused' ? dayMs : backOffMs(message.attempts);
  const refused_at = message.refused_at ?? (outcome === 'refused' ? iso(Date.now()) : null);
  await trx
    .updateTable('messages')
    .set({ due_at: iso(Date.now() + pause), hand_overs, refused_at, why, handed_over_at: null })
    .set({ state: sql`case when ${isStopped} then 'held' else 'waiting' end` })
    .where('id', '=', message.id)
    .execute();
  if (outcome === 'refused' && message.refused_at === null) await onRefused?.(trx, message, reply ?? '');
  return 'waiting';
}

const isStopped = sql`exists (
  select 1 from newsletters where newsletters.id = messages.newsletter and newsletters.state = 'stopped')`;

/** Ends a message and does what follows from it. Where a hand-over had no reply, it was perhaps sent. */
async function end(
  trx: Trx,
  kinds: Kinds,
  message: Message,
  as: MessageEnd,
  why: string | null,
): Promise<MessageEnd> {
  const state = as !== 'sent' && message.hand_overs > 0 ? 'perhaps' : as;
  const before = message.ended_at === null ? null : (message.state as MessageEnd);
  const { hand_overs } = message;
  await trx
    .updateTable('messages')
    .set({ state, hand_overs, why, ended_at: iso(Date.now()) })
    .where('id', '=', message.id)
    .execute();
  await kinds[message.kind].onEnd?.(trx, { ...message, why }, before, state);
  return state;
}

/** Drops what has not been handed over yet. What has been, its reply ends. */
export async function drop(trx: Trx, kinds: Kinds, which: RawBuilder<boolean>, why: string): Promise<number> {
  const dropped = await trx
    .selectFrom('messages')
    .selectAll()
    .where(which)
    .where(sql<boolean>`(state in ('waiting', 'held') or state = 'sending' and handed_over_at is null)`)
    .execute();
  for (const message of dropped) await end(trx, kinds, message, 'dropped', why);
  return dropped.length;
}

const isUnsent = ['not accepted', 'perhaps', 'given up'] as const;

/** Puts a message that ended without a 2xx into the queue once more, by somebody's word. */
export async function sendAgain(trx: Trx, kinds: Kinds, id: string): Promise<boolean> {
  const again = { state: 'waiting', due_at: iso(Date.now()), first_at: null, refused_at: null } as const;
  const message = await trx
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', isUnsent)
    .executeTakeFirst();
  if (message === undefined) return false;
  await trx
    .updateTable('messages')
    .set({ ...again, ended_at: null, seen_at: null })
    .where('id', '=', id)
    .execute();
  await kinds[message.kind].onEnd?.(trx, message, message.state as MessageEnd, null);
  return true;
}
