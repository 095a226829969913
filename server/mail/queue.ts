import { type RawBuilder, type Selectable, sql } from 'kysely';

import { dayMs } from '../lib/durations.ts';
import { backOffMs, leaseMs } from '../lib/poll.ts';
import { isPostgres } from '../store/errors.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Store } from '../store/open-store.ts';
import type { Db, MessageEnd, MessageKind, Tables, Trx } from '../store/schema.ts';
import { mayClaim } from './channel.ts';
import type { Meaning } from './smtp-replies.ts';

export type Message = Selectable<Tables['messages']>;

/** What the mail server receives. */
export type Email = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  replyTo?: string | undefined;
  /** URL that ends the subscription on a POST (RFC 8058). */
  unsubscribe?: string;
};

/**
 * Other changes when a message ends, in the same transaction. `from`: the end that a late 2xx replaces. `to`: null if
 * [Send again] has made a new message, which takes the old one's place in counts.
 */
export type OnEnd = (
  trx: Trx,
  message: Message,
  from: MessageEnd | null,
  to: MessageEnd | null,
) => Promise<void>;

/** How a kind of message is composed and handled. */
export type Kind = {
  /** From the first attempt. */
  retryForMs: number;
  /** Never hand it over again if it is unknown whether it was accepted. */
  isOnceOnly?: boolean;
  /** Called when the message is sent, so that it contains current data. `dropped`: why there is nothing to send any more. */
  compose: (db: Db, message: Message, siteUrl: string) => Promise<Email | { dropped: string }>;
  onEnd?: OnEnd;
  /** Called when the mail server first refuses the message for a reason other than the address. */
  onRefused?: (trx: Trx, message: Message, reply: string) => Promise<void>;
  /** Across all servers, together with the kinds that have the same limit; messages beyond it wait. */
  limit?: Limit;
  /** Whether a row waits until somebody resumes what it is a part of. */
  isHeld?: RawBuilder<boolean>;
  /** Whether a row is about somebody who is shown how it ended; it stays until that was seen. */
  isShown?: RawBuilder<boolean>;
  /** Whether a row carries something, and lives as long as it. */
  isKept?: RawBuilder<boolean>;
};
/** `perHour`: the setting for bulk email. */
export type Limit = { most: number; withinMs: (perHour: number) => number };
/** In the order in which they are sent. */
export type Kinds = Record<MessageKind, Kind>;

const namesOf = (kinds: Kinds) => Object.keys(kinds) as MessageKind[];

/** Treat times further ahead as now: they were written while the clock was wrong. */
const longestWaitMs = dayMs;
const mostHandOvers = 3;

const iso = (time: number) => new Date(time).toISOString();
/** Doubles the time, because servers' clocks differ slightly. */
const isDue = (now: number, longestMs: number) =>
  sql`(due_at <= ${iso(now)} or due_at > ${iso(now + 2 * longestMs)})`;

/** `isProbe`: the channel is stopped; this is its next try, with a message or without. */
export type Claim = { isProbe: boolean; message: Message | undefined };

/** Claims the next message for this server. Undefined: there is nothing to do. */
export function claimMessage(store: Store, kinds: Kinds, perHour: number): Promise<Claim | undefined> {
  const now = Date.now();
  const names = namesOf(kinds);
  const limits = new Set(names.flatMap((name) => kinds[name].limit ?? []));
  const isBelow = [...limits].map((limit) => {
    const limited = sql.join(names.filter((name) => kinds[name].limit === limit));
    return sql`(messages.kind not in (${limited}) or ${limit.most} > (
      select count(*) from messages as other where other.kind in (${limited})
      and other.claimed_at > ${iso(now - limit.withinMs(perHour))} and other.claimed_at <= ${iso(now)}))`;
  });
  const order = names.map((kind, index) => sql`when ${sql.lit(kind)} then ${sql.lit(index)}`);
  return store.write(async (trx) => {
    // Without the lock, two servers could together exceed a limit.
    await advisoryLock(trx, 'messages');
    const may = await mayClaim(trx);
    if (may === 'nothing') return undefined;
    const { rows } = await sql<Message>`
      update messages set state = 'sending', attempts = attempts + 1, claimed_at = ${iso(now)},
        handed_over_at = null, first_at = coalesce(first_at, ${iso(now)}), due_at = ${iso(now + leaseMs)}
      where id = (
        select id from messages where state = 'waiting' and ${isDue(now, longestWaitMs)}
        and kind in (${sql.join(names)}) and ${sql.join([sql`true`, ...isBelow], sql` and `)}
        order by case kind ${sql.join(order, sql` `)} end, due_at
        limit 1 ${isPostgres(trx) ? sql`for update skip locked` : sql``}
      ) returning *`.execute(trx);
    const isProbe = may === 'probe';
    return isProbe || rows[0] ? { isProbe, message: rows[0] } : undefined;
  });
}

/** Ends a claim as if there had been none: the channel is stopped, which says nothing about the message. */
export async function release(trx: Trx, kinds: Kinds, message: Message): Promise<void> {
  await trx
    .updateTable('messages')
    .set(({ eb }) => ({
      state: heldOrWaiting(kinds[message.kind]),
      due_at: iso(Date.now()),
      attempts: eb('attempts', '-', 1),
      first_at: sql<string | null>`case when first_at = claimed_at then null else first_at end`,
      claimed_at: null,
    }))
    .where(isOwn(message))
    .execute();
}

/** Settles expired claims whose servers reported no outcome. */
export async function settleLeases(store: Store, kinds: Kinds): Promise<void> {
  const ended = await store.db
    .selectFrom('messages')
    .selectAll()
    .where('state', '=', 'sending')
    .where('kind', 'in', namesOf(kinds))
    .where(isDue(Date.now(), leaseMs) as RawBuilder<boolean>)
    .limit(100)
    .execute();
  for (const message of ended) await store.write((trx) => settle(trx, kinds, message, 'silence', null));
}

const isOwn = ({ id, attempts }: Message) =>
  sql<boolean>`id = ${id} and state = 'sending' and attempts = ${attempts}`;

/**
 * Locks rows until this transaction ends. In PostgreSQL a row that is updated twice in a transaction also locks what it
 * refers to, so an update would deadlock with somebody who is using the link in the email.
 */
const lock = (trx: Trx) =>
  trx
    .selectFrom('messages')
    .selectAll()
    .$if(isPostgres(trx), (rows) => rows.forUpdate());

/** Call it once the mail server asks for the body. Returns false if the message must no longer be sent. */
export async function handOver(trx: Trx, message: Message): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set(({ eb }) => ({ handed_over_at: iso(Date.now()), hand_overs: eb('hand_overs', '+', 1) }))
    .where(isOwn(message))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** `silence`: no reply. `nothing`: there is nothing to send any more. The others: see `Meaning`. */
export type Outcome = 'sent' | Exclude<Meaning, 'channel'> | 'silence' | 'nothing';

/** Returns the new state; undefined if another claim or a person has ended this one. */
export async function settle(
  trx: Trx,
  kinds: Kinds,
  claimed: Message,
  outcome: Outcome,
  reply: string | null,
): Promise<Message['state'] | undefined> {
  const kind = kinds[claimed.kind];
  const { retryForMs, isOnceOnly = false, onRefused } = kind;
  const message = await lock(trx)
    .where(outcome === 'sent' ? sql<boolean>`id = ${claimed.id} and state <> 'sent'` : isOwn(claimed))
    .executeTakeFirst();
  if (message === undefined) return undefined;
  const isAnswered = outcome === 'address' || outcome === 'refused' || outcome === 'later';
  const hand_overs = message.hand_overs - Number(isAnswered && message.handed_over_at !== null);
  const isLast = message.handed_over_at !== null && (isOnceOnly || hand_overs >= mostHandOvers);
  const isOver = Date.now() - Date.parse(message.first_at ?? '') > retryForMs;
  const why = reply ?? message.why;
  if (outcome === 'sent') return end(trx, kind, message, 'sent', reply);
  if (outcome === 'nothing') return end(trx, kind, message, 'dropped', why);
  if (outcome === 'silence' && isLast) return end(trx, kind, message, 'perhaps', why);
  if (outcome === 'address') return end(trx, kind, { ...message, hand_overs }, 'not accepted', why);
  if (isOver) return end(trx, kind, { ...message, hand_overs }, 'given up', why);
  // Wait a day: somebody must fix the cause.
  const pause = outcome === 'refused' ? dayMs : backOffMs(message.attempts);
  const refused_at = message.refused_at ?? (outcome === 'refused' ? iso(Date.now()) : null);
  await trx
    .updateTable('messages')
    .set({
      due_at: iso(Date.now() + pause),
      hand_overs,
      refused_at,
      why: ifKnown(kind, why),
      handed_over_at: null,
    })
    .set({ state: heldOrWaiting(kind) })
    .where('id', '=', message.id)
    .execute();
  if (outcome === 'refused' && message.refused_at === null) await onRefused?.(trx, message, reply ?? '');
  return 'waiting';
}

const never = sql<boolean>`false`;
const heldOrWaiting = ({ isHeld = never }: Kind) =>
  sql<'held' | 'waiting'>`case when ${isHeld} then 'held' else 'waiting' end`;

type Ending = Pick<Kind, 'onEnd' | 'isShown'>;

/** The mail server's words, which may contain the address, only while the message still names somebody. */
const ifKnown = ({ isShown = never }: Ending, why: string | null) =>
  sql<string | null>`case when recipient is not null or ${isShown} then ${why} end`;

/** Ends a message and calls `onEnd`. If a hand-over got no reply, the message was perhaps sent. */
async function end(
  trx: Trx,
  kind: Ending,
  message: Message,
  as: MessageEnd,
  why: string | null,
): Promise<MessageEnd> {
  const state = as !== 'sent' && message.hand_overs > 0 ? 'perhaps' : as;
  const before = message.ended_at === null ? null : (message.state as MessageEnd);
  const { hand_overs } = message;
  await trx
    .updateTable('messages')
    .set({
      state,
      hand_overs,
      why: as === 'dropped' ? why : ifKnown(kind, why),
      ended_at: iso(Date.now()),
      seen_at: null,
    })
    .where('id', '=', message.id)
    .execute();
  await kind.onEnd?.(trx, { ...message, why }, before, state);
  return state;
}

/** It has not been handed over, so nobody will get it if it ends now. */
export const isCallable = sql<boolean>`(messages.state in ('waiting', 'held')
  or messages.state = 'sending' and messages.handed_over_at is null)`;

const ending =
  (as: MessageEnd) =>
  async (trx: Trx, which: RawBuilder<boolean>, why: string, onEnd?: OnEnd): Promise<number> => {
    const ended = await lock(trx).where(which).where(isCallable).execute();
    for (const message of ended) await end(trx, { onEnd }, message, as, why);
    return ended.length;
  };

/** Ends messages that have not been handed over; the mail server's reply ends the others. Dropped: nothing is left to say. */
export const drop = ending('dropped');
export const giveUp = ending('given up');

/** Removes a person from messages that have ended or can no longer be called back; the rows stay, because they are counted. */
export async function anonymise(trx: Trx, which: RawBuilder<boolean>): Promise<void> {
  const nobody = trx
    .updateTable('messages')
    .set({ recipient: null, why: sql`case when state = 'dropped' then why end` });
  await nobody.where(which).execute();
}

const isUnsent = ['not accepted', 'perhaps', 'given up'] as const;
/** No [Send again] has replaced it. */
export const isNewest = sql<boolean>`not exists (
  select 1 from messages as newer where newer.again_of = messages.id)`;

/** Queues a new message in place of one that ended without a 2xx, at somebody's request. Returns its id. */
export async function sendAgain(trx: Trx, id: string, onEnd?: OnEnd): Promise<string | undefined> {
  const again = await lock(trx)
    .where('id', '=', id)
    .where('state', 'in', isUnsent)
    .where(isNewest)
    .executeTakeFirst();
  if (again === undefined) return undefined;
  const now = iso(Date.now());
  const { kind, recipient, application, link, newsletter, address_hash, email_hash, reply_to } = again;
  const same = { kind, recipient, application, link, newsletter, address_hash, email_hash, reply_to };
  const row = { ...same, id: crypto.randomUUID(), created_at: now, due_at: now, again_of: id };
  await trx.insertInto('messages').values(row).execute();
  const seen = trx.updateTable('messages').set({ seen_at: now }).where('id', '=', id);
  await seen.execute();
  await onEnd?.(trx, { ...again, id: row.id, again_of: id }, again.state as MessageEnd, null);
  return row.id;
}

/** Unseen ends that somebody can still do something about stay. */
function isTold(kinds: Kinds) {
  const shown = namesOf(kinds).map((name) => sql`kind = ${name} and ${kinds[name].isShown ?? never}`);
  return sql<boolean>`not (state in (${sql.join(isUnsent)}) and seen_at is null and (${sql.join(shown, sql` or `)}))`;
}

/** Deletes messages that ended before these times. Receipts are counted for a day; messages that a page shows are stored longer. */
export async function deleteEnded(
  trx: Trx,
  kinds: Kinds,
  before: { counted: string; shown: string },
): Promise<void> {
  const known = trx.deleteFrom('messages').where('kind', 'in', namesOf(kinds));
  const kept = namesOf(kinds).map((name) => sql`kind = ${name} and ${kinds[name].isKept ?? never}`);
  const carried = sql<boolean>`(${sql.join(kept, sql` or `)})`;
  const isFree = sql<boolean>`not ${carried}`;
  await known.where('ended_at', '<', before.shown).where(isTold(kinds)).where(isFree).execute();
  // Without the mail server's words, which may contain the address.
  await anonymise(trx, sql<boolean>`ended_at < ${before.shown} and why is not null and ${carried}`);
  const isAlone = sql<boolean>`newsletter is null and application is null
    and (state in ('sent', 'dropped') or seen_at is not null)`;
  await known.where(isAlone).where('ended_at', '<', before.counted).where(isFree).execute();
}
