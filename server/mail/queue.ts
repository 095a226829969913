import { type RawBuilder, type Selectable, sql } from 'kysely';

import { stillAhead } from '../lib/clock.ts';
import { dayMs, hourMs } from '../lib/durations.ts';
import { backOffMs, leaseMs } from '../lib/poll.ts';
import { isPostgres } from '../store/errors.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Store } from '../store/open-store.ts';
import type { Db, MessageEnd, MessageKind, PushKind, Tables, Trx } from '../store/schema.ts';
import { isChannelOpen, mayProbe } from './channel.ts';
import type { Meaning } from './smtp-replies.ts';

export type Message<K = MessageKind> = Selectable<Tables['messages']> & { kind: K };

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

/** What a push service receives. Of pushes with the same `topic` it keeps the last, at most for `ttlMs`. */
export type Push = {
  device: { endpoint: string; p256dh: string; auth: string };
  message: string;
  topic: string;
  ttlMs: number;
};

/** Other changes when a message ends, in the same transaction. `message`: as it is then. */
export type OnEnd = (trx: Trx, message: Message, to: MessageEnd) => Promise<void>;

/** How a kind of message is composed and handled. */
export type Kind<Content = Email> = {
  /** From the first attempt. */
  retryForMs: number;
  /** Never hand it over again if it is unknown whether it was accepted. */
  isOnceOnly?: boolean;
  /** Called when the message is sent, so that it contains current data. `dropped`: why there is nothing to send any more. */
  compose: (db: Db, message: Message, siteUrl: string) => Promise<Content | { dropped: string }>;
  onEnd?: OnEnd;
  /** Called with the new message that [Send again] has made. */
  onAgain?: (trx: Trx, message: Message) => Promise<void>;
  /** Called when the mail server first refuses the message for a reason other than the address. */
  onRefused?: (trx: Trx, message: Message, reply: string) => Promise<void>;
  /** Across all servers, together with the kinds that have the same limit; messages beyond it wait. */
  limit?: Limit;
  /** Whether a row waits until somebody resumes what it is a part of. */
  isHeld?: RawBuilder<boolean>;
  /** Whether something still shows how a row ended. */
  isShown?: RawBuilder<boolean>;
  /** Its subject counts its messages, and deletes them. */
  isCounted?: boolean;
};

/**
 * Binds only messages for which nobody waits. `perHour`: the setting for bulk email. `isEven`: one at a time, evenly spread.
 * `countsAll`: messages for which somebody waits count in it.
 */
export type Limit = { most: (perHour: number) => number; isEven: boolean; countsAll: boolean };

export type Kinds = Record<Exclude<MessageKind, PushKind>, Kind> & Record<PushKind, Kind<Push>>;
type AnyKind = Kind<Email | Push>;
type Transport = Message['transport'];

let registered: Kinds | undefined;

/** Call it once, before any message is added or ended: nothing else says how a kind is handled. */
export function registerKinds(kinds: Kinds): void {
  registered = kinds;
}

export function registeredKinds(): Kinds {
  if (registered === undefined) throw new Error('No kinds of messages are registered.');
  return registered;
}

/** Undefined for a kind of a later release. */
function kindOf({ kind }: Pick<Message, 'kind'>): AnyKind | undefined {
  return registeredKinds()[kind];
}

/** Names of the kinds for which this is true. */
function kindsThat(is: (kind: AnyKind) => unknown): RawBuilder<unknown> {
  const named = Object.entries<AnyKind>(registeredKinds()).filter(([, kind]) => is(kind));
  // PostgreSQL refuses an empty list.
  return sql.join(['', ...named.map(([name]) => name)]);
}

const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();

const longestWaitMs = dayMs;
const mostHandOvers = 3;

function isDue(longestMs: number) {
  const [now, latest] = stillAhead(longestMs);
  return sql<boolean>`not (due_at > ${now} and due_at <= ${latest})`;
}

/** One condition a limit. */
function belowLimits(perHour: number) {
  const limits = new Set(Object.values<AnyKind>(registeredKinds()).flatMap(({ limit }) => limit ?? []));
  return [...limits].map((limit) => {
    const limited = kindsThat((kind) => kind.limit === limit);
    const most = limit.most(perHour);
    const isCounted = limit.countsAll ? sql`true` : sql`other.urgency < 2`;
    const claimed = (
      ms: number,
    ) => sql`(select count(*) from messages as other where other.kind in (${limited})
      and other.claimed_at > ${isoIn(-ms)} and other.claimed_at <= ${isoIn(0)} and ${isCounted})`;
    const isApart = limit.isEven ? sql`and ${claimed(hourMs / most)} = 0` : sql``;
    return sql`(urgency = 2 or kind not in (${limited}) or ${claimed(hourMs)} < ${most} ${isApart})`;
  });
}

/** `isProbe`: the channel is stopped; this is its next try, with a message or without. */
export type Claim<K> = { isProbe: boolean; messages: Message<K>[] };

/** Claims the next messages for this server: first those for which somebody waits. */
export function claimMessages<K extends MessageKind>(
  store: Store,
  transport: Transport,
  { perHour, most }: { perHour: number; most: number },
): Promise<Claim<K>> {
  const now = isoIn(0);
  const claim = (trx: Trx, isOpen: RawBuilder<unknown>) =>
    sql<Message<K>>`
    update messages set state = 'sending', attempts = attempts + 1, claimed_at = ${now},
      handed_over_at = null, first_at = coalesce(first_at, ${now}), due_at = ${isoIn(leaseMs)}
    where id in (
      select id from messages where transport = ${transport} and state = 'waiting' and ${isDue(longestWaitMs)}
      and kind in (${kindsThat(() => true)})
      and ${sql.join([isOpen, ...belowLimits(perHour)], sql` and `)}
      order by urgency desc, due_at
      limit ${most} ${isPostgres(trx) ? sql`for update skip locked` : sql``}
    ) returning *`.execute(trx);
  return store.write(async (trx) => {
    // Without the lock, two servers could together exceed a limit.
    await advisoryLock(trx, 'messages');
    const isMail = transport === 'email';
    const { rows: messages } = await claim(trx, isMail ? isChannelOpen : sql`true`);
    if (messages.length > 0 || !isMail || !(await mayProbe(trx))) return { isProbe: false, messages };
    return { isProbe: true, messages: (await claim(trx, sql`true`)).rows };
  });
}

/** Ends a claim as if there had been none: the channel is stopped, which says nothing about the message. */
export async function release(trx: Trx, message: Message): Promise<void> {
  await trx
    .updateTable('messages')
    .set(({ eb }) => ({
      state: heldOrWaiting(message),
      due_at: isoIn(0),
      attempts: eb('attempts', '-', 1),
      first_at: sql<string | null>`case when first_at = claimed_at then null else first_at end`,
      claimed_at: null,
    }))
    .where(isOwn(message))
    .execute();
}

/** Settles expired claims whose servers reported no outcome. */
export async function settleLeases(store: Store, transport: Transport): Promise<void> {
  const ended = await store.db
    .selectFrom('messages')
    .selectAll()
    .where('transport', '=', transport)
    .where('state', '=', 'sending')
    .where(isDue(leaseMs))
    .limit(100)
    .execute();
  for (const message of ended)
    if (kindOf(message)) await store.write((trx) => settle(trx, message, 'silence'));
}

const isOwn = ({ id, attempts }: Message) =>
  sql<boolean>`id = ${id} and state = 'sending' and attempts = ${attempts}`;

/**
 * Locks rows until this transaction ends; first what they are a part of, whose end the last of them decides. In PostgreSQL
 * a row that is updated twice in a transaction also locks what it refers to, so an update would deadlock with somebody who
 * is using the link in the email.
 */
export async function lockMessages(trx: Trx, which: RawBuilder<boolean>): Promise<Message[]> {
  const rows = trx.selectFrom('messages').selectAll().where(which);
  if (!isPostgres(trx)) return rows.execute();
  const wholes = new Set((await rows.execute()).flatMap((message) => message.newsletter ?? []));
  for (const whole of [...wholes].sort()) await advisoryLock(trx, whole);
  return rows.orderBy('id').forUpdate().execute();
}

/** Call it once the mail server asks for the body. Returns false if the message must no longer be sent. */
export async function handOver(trx: Trx, message: Message): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set(({ eb }) => ({ handed_over_at: isoIn(0), hand_overs: eb('hand_overs', '+', 1) }))
    .where(isOwn(message))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** `silence`: no reply. `nothing`: there is nothing to send any more. The others: see `Meaning`. */
export type Outcome = 'sent' | Exclude<Meaning, 'channel'> | 'silence' | 'nothing';

/** `leastMs`: wait at least so long. Returns the new state; undefined if another claim or a person has ended this one. */
export async function settle(
  trx: Trx,
  claimed: Message,
  outcome: Outcome,
  reply: string | null = null,
  leastMs = 0,
): Promise<Message['state'] | undefined> {
  const { retryForMs = 0, isOnceOnly = false, onRefused } = kindOf(claimed) ?? {};
  if (outcome === 'sent') {
    if (claimed.newsletter !== null) await advisoryLock(trx, claimed.newsletter);
    return end(trx, claimed, 'sent', reply, sql`state <> 'sent'`);
  }
  const [message] = await lockMessages(trx, isOwn(claimed));
  if (message === undefined) return undefined;
  const isAnswered = outcome === 'address' || outcome === 'refused' || outcome === 'later';
  const hand_overs = message.hand_overs - Number(isAnswered && message.handed_over_at !== null);
  const isLast = message.handed_over_at !== null && (isOnceOnly || hand_overs >= mostHandOvers);
  const isOver = Date.now() - Date.parse(message.first_at ?? '') > retryForMs;
  const why = reply ?? message.why;
  const known = { ...message, hand_overs };
  if (outcome === 'nothing') return end(trx, message, 'dropped', why);
  if (outcome === 'silence' && isLast) return end(trx, message, 'perhaps', why);
  if (outcome === 'address') return end(trx, known, 'not accepted', why);
  if (isOver) return end(trx, known, 'given up', why);
  // Wait a day: somebody must fix the cause.
  const pause =
    outcome === 'refused' ? dayMs : Math.min(Math.max(leastMs, backOffMs(message.attempts)), dayMs);
  const refused_at = message.refused_at ?? (outcome === 'refused' ? isoIn(0) : null);
  const waiting = { due_at: isoIn(pause), hand_overs, refused_at, handed_over_at: null };
  const update = trx.updateTable('messages').where('id', '=', message.id);
  await update.set({ ...waiting, why: ifKnown(message, why), state: heldOrWaiting(message) }).execute();
  if (outcome === 'refused' && message.refused_at === null) await onRefused?.(trx, message, reply ?? '');
  return 'waiting';
}

const never = sql<boolean>`false`;
const heldOrWaiting = (message: Message) =>
  sql<'held' | 'waiting'>`case when ${kindOf(message)?.isHeld ?? never} then 'held' else 'waiting' end`;

/** The mail server's words, which may contain the address, only while the message still names somebody. */
const ifKnown = (message: Message, why: string | null) =>
  sql<string | null>`case when coalesce(recipient, device) is not null
    or ${kindOf(message)?.isShown ?? never} then ${why} end`;

/** Ends a message and calls its kind's `onEnd`. If a hand-over got no reply, the message was perhaps sent. */
async function end(
  trx: Trx,
  { hand_overs, ...message }: Message,
  as: MessageEnd,
  why: string | null,
  which: RawBuilder<unknown> = sql`true`,
): Promise<MessageEnd | undefined> {
  const state = as !== 'sent' && hand_overs > 0 ? 'perhaps' : as;
  const ended = await trx
    .updateTable('messages')
    .set({ state, ended_at: isoIn(0), seen_at: null })
    .set({ why: as === 'dropped' ? why : ifKnown({ hand_overs, ...message }, why) })
    .$if(as !== 'sent', (rows) => rows.set({ hand_overs }))
    .where(sql<boolean>`id = ${message.id} and ${which}`)
    .returningAll()
    .executeTakeFirst();
  if (ended === undefined) return undefined;
  await kindOf(ended)?.onEnd?.(trx, ended, state);
  return state;
}

/** It has not been handed over, so nobody will get it if it ends now. */
export const isCallable = sql<boolean>`(messages.state in ('waiting', 'held')
  or messages.state = 'sending' and messages.handed_over_at is null)`;

const ending =
  (as: MessageEnd) =>
  async (trx: Trx, which: RawBuilder<boolean>, why: string): Promise<Message[]> => {
    const callable = await lockMessages(trx, sql<boolean>`${which} and ${isCallable}`);
    for (const message of callable) await end(trx, message, as, why);
    return callable;
  };

/**
 * Ends messages that have not been handed over; the mail server's reply ends the others. Dropped: nothing is left to say.
 * Returns them as they were.
 */
export const drop = ending('dropped');
export const giveUp = ending('given up');

/** Removes a person from messages that have ended or can no longer be called back; the rows stay, because they are counted. */
export async function anonymise(trx: Trx, which: RawBuilder<boolean>): Promise<void> {
  const nobody = trx
    .updateTable('messages')
    .set({ recipient: null, why: sql`case when state = 'dropped' then why end` });
  await nobody.where(which).execute();
}

const isUnsent = sql<boolean>`state in ('not accepted', 'perhaps', 'given up')`;
/** No [Send again] has replaced it. */
export const isNewest = sql<boolean>`not exists (
  select 1 from messages as newer where newer.again_of = messages.id)`;

/** Queues a new message in place of one that ended without a 2xx, at somebody's request. Returns its id. */
export async function sendAgain(
  trx: Trx,
  id: string,
  { urgency, due_at }: Pick<Message, 'urgency' | 'due_at'> = { urgency: 2, due_at: isoIn(0) },
): Promise<string | undefined> {
  const [again] = await lockMessages(trx, sql<boolean>`id = ${id} and ${isUnsent} and ${isNewest}`);
  if (again === undefined) return undefined;
  const now = isoIn(0);
  const { transport, kind, recipient, application, link, newsletter, address_hash, email_hash } = again;
  const same = { transport, kind, recipient, application, link, newsletter, address_hash, email_hash };
  const row = { ...same, urgency, id: crypto.randomUUID(), created_at: now, due_at, again_of: id };
  const made = await trx.insertInto('messages').values(row).returningAll().executeTakeFirstOrThrow();
  await trx.updateTable('messages').set({ seen_at: now }).where('id', '=', id).execute();
  await kindOf(made)?.onAgain?.(trx, made);
  return made.id;
}

/**
 * Deletes messages that no page, count or limit reads any more, after the id `last`. `day`: those that ended before it count
 * in no limit. `month`: before it, nobody needs the address and the mail server's words any more.
 */
export async function deleteEnded(trx: Trx, day: string, month: string, most: number, last = '') {
  const isOurs = sql<boolean>`kind in (${kindsThat((kind) => !kind.isCounted)})`;
  const isNamed = sql`(recipient is not null or why is not null)`;
  const old = sql<boolean>`${isOurs} and ended_at < ${month} and state <> 'dropped' and ${isNamed}`;
  if (last === '') await anonymise(trx, old);
  const shown = Object.entries<AnyKind>(registeredKinds()).flatMap(([name, { isShown }]) =>
    isShown ? sql`kind = ${name} and ${isShown}` : [],
  );
  const isKept = sql.join([sql`false`, ...shown], sql` or `);
  const ended = trx.selectFrom('messages').select('id').where(isOurs).where('ended_at', '<', day);
  const some = ended.where(sql<boolean>`not (${isKept})`).where('id', '>', last).orderBy('id').limit(most);
  const gone = await trx.deleteFrom('messages').where('id', 'in', some).returning('id').execute();
  return gone.sort((one, other) => (one.id < other.id ? -1 : 1));
}
