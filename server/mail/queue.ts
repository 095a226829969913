import { type RawBuilder, type Selectable, sql } from 'kysely';

import { dayMs, hourMs } from '../lib/durations.ts';
import { backOffMs, leaseMs } from '../lib/poll.ts';
import { isPostgres } from '../store/errors.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Store } from '../store/open-store.ts';
import type { Db, MessageEnd, MessageKind, Tables, Trx } from '../store/schema.ts';

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

/** Other changes when a message ends, in the same transaction. `from`: the end that a late 2xx or [Send again] replaces. */
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
};
export type Kinds = Record<MessageKind, Kind>;

/** Treat times further ahead as now: they were written while the clock was wrong. */
const longestWaitMs = dayMs;
const mostHandOvers = 3;

/** Kinds in the order in which they are sent. */
const priority: MessageKind[] = ['sign-in', 'receipt', 'operator', 'confirm', 'test', 'reply', 'newsletter'];

/** Kinds that share a limit across all servers; messages beyond it wait. */
const caps = (perHour: number): { kinds: MessageKind[]; most: number; withinMs: number }[] => [
  { kinds: ['reply', 'newsletter'], most: 1, withinMs: hourMs / perHour },
  { kinds: ['confirm'], most: 100, withinMs: hourMs },
];

const iso = (time: number) => new Date(time).toISOString();
/** Doubles the time, because servers' clocks differ slightly. */
const isDue = (now: number, longestMs: number) =>
  sql`(due_at <= ${iso(now)} or due_at > ${iso(now + 2 * longestMs)})`;

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
    // Without the lock, two servers could together exceed a limit.
    await advisoryLock(trx, 'messages');
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

/** Settles expired claims whose servers reported no outcome. */
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

/** Locks rows until this transaction ends. */
const lock = (trx: Trx) => trx.updateTable('messages').set(({ ref }) => ({ attempts: ref('attempts') }));

/** Call it once the mail server is ready for the message. Returns false if the message must no longer be sent. */
export async function handOver(trx: Trx, message: Message): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set(({ eb }) => ({ handed_over_at: iso(Date.now()), hand_overs: eb('hand_overs', '+', 1) }))
    .where(isOwn(message))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * `unknown`: no such address. `refused`: permanently, for another reason. `later`: temporarily. `silence`: no reply, or the
 * mail server was not reached. `nothing`: there is nothing to send any more.
 */
export type Outcome = 'sent' | 'unknown' | 'refused' | 'later' | 'silence' | 'nothing';

/** Returns the new state; undefined if another claim or a person has ended this one. */
export async function settle(
  trx: Trx,
  kinds: Kinds,
  claimed: Message,
  outcome: Outcome,
  reply: string | null,
): Promise<Message['state'] | undefined> {
  const { kind } = claimed;
  const { retryForMs, isOnceOnly = false, onEnd, onRefused } = kinds[kind];
  const message = await lock(trx)
    .where(outcome === 'sent' ? sql<boolean>`id = ${claimed.id} and state <> 'sent'` : isOwn(claimed))
    .returningAll()
    .executeTakeFirst();
  if (message === undefined) return undefined;
  const isAnswered = outcome === 'unknown' || outcome === 'refused' || outcome === 'later';
  const hand_overs = message.hand_overs - Number(isAnswered);
  const isLast = message.handed_over_at !== null && (isOnceOnly || hand_overs >= mostHandOvers);
  const isOver = Date.now() - Date.parse(message.first_at ?? '') > retryForMs;
  const why = reply ?? message.why;
  if (outcome === 'sent') return end(trx, onEnd, message, 'sent', reply);
  if (outcome === 'nothing') return end(trx, onEnd, message, 'dropped', why);
  if (outcome === 'silence' && isLast) return end(trx, onEnd, message, 'perhaps', why);
  if (outcome === 'unknown' || isOver)
    return end(
      trx,
      onEnd,
      { ...message, hand_overs },
      outcome === 'unknown' ? 'not accepted' : 'given up',
      why,
    );
  // Wait a day: somebody must fix the cause.
  const pause = outcome === 'refused' ? dayMs : backOffMs(message.attempts);
  const refused_at = message.refused_at ?? (outcome === 'refused' ? iso(Date.now()) : null);
  await trx
    .updateTable('messages')
    .set({ due_at: iso(Date.now() + pause), hand_overs, refused_at, why, handed_over_at: null })
    .set({ state: sql<'held' | 'waiting'>`case when ${isStopped} then 'held' else 'waiting' end` })
    .where('id', '=', message.id)
    .execute();
  if (outcome === 'refused' && message.refused_at === null) await onRefused?.(trx, message, reply ?? '');
  return 'waiting';
}

const isStopped = sql`exists (
  select 1 from newsletters where newsletters.id = messages.newsletter and newsletters.state = 'stopped')`;

/** Ends a message and calls `onEnd`. If a hand-over got no reply, the message was perhaps sent. */
async function end(
  trx: Trx,
  onEnd: OnEnd | undefined,
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
  await onEnd?.(trx, { ...message, why }, before, state);
  return state;
}

/** Drops messages that have not been handed over. The mail server's reply ends the others. */
export async function drop(
  trx: Trx,
  which: RawBuilder<boolean>,
  why: string,
  onEnd?: OnEnd,
): Promise<number> {
  const dropped = await lock(trx)
    .where(which)
    .where(sql<boolean>`(state in ('waiting', 'held') or state = 'sending' and handed_over_at is null)`)
    .returningAll()
    .execute();
  for (const message of dropped) await end(trx, onEnd, message, 'dropped', why);
  return dropped.length;
}

const isUnsent = ['not accepted', 'perhaps', 'given up'] as const;

/** Queues a message again that ended without a 2xx, at somebody's request. */
export async function sendAgain(trx: Trx, id: string, onEnd?: OnEnd): Promise<boolean> {
  const again = { state: 'waiting', due_at: iso(Date.now()), first_at: null, refused_at: null } as const;
  const message = await lock(trx)
    .where('id', '=', id)
    .where('state', 'in', isUnsent)
    .returningAll()
    .executeTakeFirst();
  if (message === undefined) return false;
  await trx
    .updateTable('messages')
    .set({ ...again, ended_at: null, seen_at: null })
    .where('id', '=', id)
    .execute();
  await onEnd?.(trx, message, message.state as MessageEnd, null);
  return true;
}

/** Counts all messages except newsletters. */
export async function countWaiting(db: Db): Promise<number> {
  const rows = db.selectFrom('messages').select(({ fn }) => fn.countAll().as('count'));
  const waiting = rows.where('state', 'in', ['waiting', 'sending']).where('kind', '<>', 'newsletter');
  return Number((await waiting.executeTakeFirstOrThrow()).count);
}

/** Deletes messages that ended before these times. Receipts are counted for a day; messages that a page shows are stored longer. */
export async function deleteEnded(trx: Trx, before: { counted: string; shown: string }): Promise<void> {
  const known = trx.deleteFrom('messages').where('kind', 'in', priority);
  await known.where('ended_at', '<', before.shown).execute();
  const isDone = sql<boolean>`(state in ('sent', 'dropped') or seen_at is not null)`;
  const alone = known.where('newsletter', 'is', null).where('application', 'is', null).where(isDone);
  await alone.where('ended_at', '<', before.counted).execute();
}
