import { type RawBuilder, sql } from 'kysely';

import { stillAhead } from '../lib/clock.ts';
import { dayMs, hourMs } from '../lib/durations.ts';
import { backOffMs, leaseMs } from '../lib/poll.ts';
import { isPostgres } from '../store/errors.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Store } from '../store/open-store.ts';
import type { Db, MessageEnd, MessageKind, Trx } from '../store/schema.ts';
import { isChannelOpen, mayProbe, postponeProbe } from './channel.ts';
import { type AnyKind, kindOf, type Message, ofEachKind, registeredKinds, type Transport } from './kinds.ts';
import type { Meaning } from './smtp-replies.ts';

/**
 * What can happen to a message: from where, and where it leads; `README.md` draws it, and a test compares them. `handed over`: the
 * mail server has asked for its text, so nobody can call it back; stored as `sending`. [Send again] makes a new message.
 */
export const transitions = {
  added: [['[*]'], 'waiting'],
  claimed: [['waiting'], 'sending'],
  'not tried': [['sending'], 'waiting'],
  'its text is asked for': [['sending'], 'handed over'],
  'tried again later': [['sending', 'handed over'], 'waiting'],
  accepted: [['sending', 'handed over', 'waiting', 'not accepted', 'perhaps', 'given up', 'dropped'], 'sent'],
  'the address is dead': [['sending', 'handed over'], 'not accepted'],
  'no reply': [['handed over', 'sending', 'waiting'], 'perhaps'],
  'tried for too long': [['sending', 'handed over'], 'given up'],
  'stopped for thirty days': [['waiting', 'sending'], 'given up'],
  'nothing to say': [['[*]', 'waiting', 'sending'], 'dropped'],
  'sent again': [['not accepted', 'perhaps', 'given up'], 'waiting'],
} as const;

type Transitions = typeof transitions;
type EndEvent = {
  [E in keyof Transitions]: Transitions[E][1] extends MessageEnd ? E : never;
}[keyof Transitions];

/** True of the messages to which this can happen. */
function mayHappen(event: keyof Transitions): RawBuilder<boolean> {
  const from = transitions[event][0].map((state) => {
    if (state === 'handed over') return sql`(state = 'sending' and handed_over_at is not null)`;
    return state === 'sending' ? sql`(state = ${state} and handed_over_at is null)` : sql`state = ${state}`;
  });
  return sql<boolean>`(${sql.join(from, sql` or `)})`;
}

const isReady = () => ofEachKind((kind) => kind.isReady ?? sql`true`);

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
    const own = Object.entries<AnyKind>(registeredKinds()).filter(([, kind]) => kind.limit === limit);
    const limited = sql.join(own.map(([name]) => name));
    const most = limit.most(perHour);
    const isCounted = limit.isEven ? sql`true` : sql`other.urgency < 2`;
    const claimed = (
      ms: number,
    ) => sql`(select count(*) from messages as other where other.kind in (${limited})
      and other.claimed_at > ${isoIn(-ms)} and other.claimed_at <= ${isoIn(0)} and ${isCounted})`;
    const isApart = limit.isEven ? sql`and ${claimed(hourMs / most)} = 0` : sql``;
    return sql`(urgency = 2 or kind not in (${limited}) or ${claimed(hourMs)} < ${most} ${isApart})`;
  });
}

/** Claims the next messages for this server: first those for which somebody waits. A stopped channel is tried with one at a time. */
export function claimMessages<K extends MessageKind>(
  store: Store,
  transport: Transport,
  { perHour, most }: { perHour: number; most: number },
): Promise<Message<K>[]> {
  const now = isoIn(0);
  const claim = (trx: Trx, mayLeave: RawBuilder<unknown>) =>
    sql<Message<K>>`
    update messages set state = 'sending', attempts = attempts + 1, claimed_at = ${now},
      handed_over_at = null, first_at = coalesce(first_at, ${now}), due_at = ${isoIn(leaseMs)}
    where id in (
      select id from messages where transport = ${transport} and ${mayHappen('claimed')} and ${isReady()}
      and ${sql.join([mayLeave, ...belowLimits(perHour)], sql` and `)}
      order by urgency desc, due_at
      limit ${most} ${isPostgres(trx) ? sql`for update skip locked` : sql``}
    ) returning *`.execute(trx);
  return store.write(async (trx) => {
    // Without the lock, two servers could together exceed a limit.
    await advisoryLock(trx, 'messages');
    const due = isDue(longestWaitMs);
    if (transport === 'push') return (await claim(trx, due)).rows;
    const { rows } = await claim(trx, sql`${due} and ${isChannelOpen}`);
    if (rows.length > 0 || !(await mayProbe(trx))) return rows;
    const tried = await claim(trx, sql`(${due} or first_at is not null)`);
    if (tried.rows.length > 0) await postponeProbe(trx);
    return tried.rows;
  });
}

/** Counts emails that wait for the mail server, and for nobody's word. `kind`: only these. */
export async function countWaiting(db: Db, kind?: MessageKind): Promise<number> {
  const rows = db.selectFrom('messages').select(({ fn }) => fn.countAll().as('count'));
  const all = rows.where('transport', '=', 'email').where('state', 'in', ['waiting', 'sending']);
  const waiting = all.where(isReady());
  const counted = kind === undefined ? waiting : waiting.where('kind', '=', kind);
  return Number((await counted.executeTakeFirstOrThrow()).count);
}

/** Ends a claim as if there had been none, because what prevented it says nothing about the message. */
export async function release(trx: Trx, message: Message): Promise<void> {
  await trx
    .updateTable('messages')
    .set(({ eb }) => ({
      state: 'waiting',
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
    .where(isReady())
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
  const { retryForMs = 0, isOnceOnly = false, lock, onRefused } = kindOf(claimed) ?? {};
  await lock?.(trx, claimed);
  if (outcome === 'sent') return end(trx, claimed, 'accepted', reply);
  const [message] = await lockMessages(trx, isOwn(claimed));
  if (message === undefined) return undefined;
  const isAnswered = outcome === 'address' || outcome === 'refused' || outcome === 'later';
  const hand_overs = message.hand_overs - Number(isAnswered && message.handed_over_at !== null);
  const isLast = message.handed_over_at !== null && (isOnceOnly || hand_overs >= mostHandOvers);
  const isOver = Date.now() - Date.parse(message.first_at ?? '') > retryForMs;
  const why = reply ?? message.why;
  const known = { ...message, hand_overs };
  if (outcome === 'nothing') return end(trx, message, 'nothing to say', why);
  if (outcome === 'silence' && isLast) return end(trx, message, 'no reply', why);
  if (outcome === 'address') return end(trx, known, 'the address is dead', why);
  if (isOver) return end(trx, known, 'tried for too long', why);
  // Wait a day: somebody must fix the cause.
  const pause =
    outcome === 'refused' ? dayMs : Math.min(Math.max(leastMs, backOffMs(message.attempts)), dayMs);
  const refused_at = outcome === 'refused' ? isoIn(0) : message.refused_at;
  const waiting = { due_at: isoIn(pause), hand_overs, refused_at, handed_over_at: null };
  const update = trx.updateTable('messages').where('id', '=', message.id);
  await update.set({ ...waiting, why: ifKnown(message, why), state: 'waiting' }).execute();
  if (outcome === 'refused') await onRefused?.(trx, message, reply ?? '');
  return 'waiting';
}

/** The mail server's words, which may contain the address, only while the message still names somebody. */
const ifKnown = (message: Message, why: string | null) =>
  sql<string | null>`case when coalesce(recipient, device) is not null
    or ${kindOf(message)?.isShown ?? sql`false`} then ${why} end`;

/** Ends a message and calls its kind's `onEnd`. If a hand-over got no reply, the message was perhaps sent. */
async function end(
  trx: Trx,
  { hand_overs, ...message }: Message,
  given: EndEvent,
  why: string | null,
): Promise<MessageEnd | undefined> {
  const event = given !== 'accepted' && hand_overs > 0 ? 'no reply' : given;
  const [, state] = transitions[event];
  const ended = await trx
    .updateTable('messages')
    .set({ state, ended_at: isoIn(0), seen_at: null })
    .set({ why: given === 'nothing to say' ? why : ifKnown({ hand_overs, ...message }, why) })
    .$if(given !== 'accepted', (rows) => rows.set({ hand_overs }))
    .where('id', '=', message.id)
    .where(mayHappen(event))
    .returningAll()
    .executeTakeFirst();
  if (ended === undefined) return undefined;
  await kindOf(ended)?.onEnd?.(trx, ended, state);
  return state;
}

const ending =
  (event: EndEvent) =>
  async (trx: Trx, which: RawBuilder<boolean>, why: string): Promise<Message[]> => {
    const callable = await lockMessages(trx, sql<boolean>`${which} and ${mayHappen(event)}`);
    for (const message of callable) await end(trx, message, event, why);
    return callable;
  };

/**
 * Ends messages that have not been handed over; the mail server's reply ends the others. Dropped: nothing is left to say.
 * Returns them as they were.
 */
export const drop = ending('nothing to say');
export const giveUp = ending('stopped for thirty days');

/** Removes a person from messages that have ended or can no longer be called back; the rows stay, because they are counted. */
export async function anonymise(trx: Trx, which: RawBuilder<boolean>): Promise<void> {
  const nobody = trx
    .updateTable('messages')
    .set({ recipient: null, why: sql`case when state = 'dropped' then why end` });
  await nobody.where(which).execute();
}

/** No [Send again] has replaced it. */
export const isNewest = sql<boolean>`not exists (
  select 1 from messages as newer where newer.again_of = messages.id)`;

/**
 * Queues a new message in place of one that ended without a 2xx, at somebody's request; if that may have arrived, so may this
 * one, however it ends. Returns its id.
 */
export async function sendAgain(
  trx: Trx,
  id: string,
  { urgency, due_at }: Pick<Message, 'urgency' | 'due_at'> = { urgency: 2, due_at: isoIn(0) },
): Promise<string | undefined> {
  const [again] = await lockMessages(
    trx,
    sql<boolean>`id = ${id} and ${mayHappen('sent again')} and ${isNewest}`,
  );
  if (again === undefined) return undefined;
  const now = isoIn(0);
  const { transport, kind, recipient, application, link, newsletter } = again;
  const { address_hash, email_hash, hand_overs } = again;
  const of = { transport, kind, recipient, application, link, newsletter };
  const same = { ...of, address_hash, email_hash, hand_overs };
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
  const isOurs = ofEachKind((kind) => (kind.isCounted ? sql`false` : sql`true`));
  const isNamed = sql`(recipient is not null or why is not null)`;
  const old = sql<boolean>`${isOurs} and ended_at < ${month} and state <> 'dropped' and ${isNamed}`;
  if (last === '') await anonymise(trx, old);
  const isKept = ofEachKind((kind) => kind.isShown ?? sql`false`);
  const ended = trx.selectFrom('messages').select('id').where(isOurs).where('ended_at', '<', day);
  const some = ended.where(sql<boolean>`not ${isKept}`).where('id', '>', last).orderBy('id').limit(most);
  const gone = await trx.deleteFrom('messages').where('id', 'in', some).returning('id').execute();
  return gone.sort((one, other) => (one.id < other.id ? -1 : 1));
}
