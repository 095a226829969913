import { type RawBuilder, sql } from 'kysely';

import { stillAhead } from '../lib/clock.ts';
import { hourMs } from '../lib/durations.ts';
import { leaseMs } from '../lib/poll.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import { countRows } from '../store/keyset-pages.ts';
import type { Store } from '../store/open-store.ts';
import type { Db, MessageKind, Trx } from '../store/schema.ts';
import { isPostgres } from '../store/store-problems.ts';
import { findStopped, mayProbe } from './channel.ts';
import { kindOf, type Message, ofEachKind, pushKinds, registered, type Transport } from './kinds.ts';
import { longestWaitMs, next, type Outcome } from './next.ts';

export const isOpen = sql<boolean>`state in ('waiting', 'sending')`;

const isOf = (transport: Transport) =>
  ofEachKind((_, name) => (pushKinds.includes(name) === (transport === 'push') ? sql`true` : sql`false`));

/** False for kinds of a later release. */
const isReady = () => ofEachKind((kind) => kind.isReady ?? sql`true`);

const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();

function isDue(longestMs: number) {
  const [now, latest] = stillAhead(longestMs);
  return sql<boolean>`not (due_at > ${now} and due_at <= ${latest})`;
}

/** Kinds whose limit is used up for now. */
async function heldKinds(trx: Trx, perHour: number): Promise<MessageKind[]> {
  const held: MessageKind[] = [];
  for (const { kinds, most = perHour } of registered.limits) {
    const { count, last } = await trx
      .selectFrom('messages')
      .select(({ fn }) => [fn.countAll().as('count'), fn.max('claimed_at').as('last')])
      .where('kind', 'in', kinds)
      .where('claimed_at', '>', isoIn(-hourMs))
      .where('claimed_at', '<=', isoIn(0))
      .executeTakeFirstOrThrow();
    if (Number(count) >= most || (last ?? '') > isoIn(-hourMs / most)) held.push(...kinds);
  }
  return held;
}

/**
 * Claims the next messages for this server: first those for which somebody waits. If the mail server accepts nothing from us,
 * one is tried from time to time, and not the same twice running.
 */
export function claimMessages<K extends MessageKind>(
  store: Store,
  transport: Transport,
  { perHour, most }: { perHour: number; most: number },
): Promise<Message<K>[]> {
  return store.write(async (trx) => {
    // Without the lock, two servers could together exceed a limit.
    await advisoryLock(trx, 'messages');
    const stopped = transport === 'email' ? await findStopped(trx) : undefined;
    if (stopped && !mayProbe(stopped)) return [];
    const held = sql.join([...(await heldKinds(trx, perHour)), '']);
    const isTime = stopped ? sql`(${isDue(longestWaitMs)} or first_at is not null)` : isDue(longestWaitMs);
    const now = isoIn(0);
    const claimed = await sql<Message<K>>`
      update messages set state = 'sending', attempts = attempts + 1, claimed_at = ${now},
        first_at = coalesce(first_at, ${now}), due_at = ${isoIn(leaseMs)}
      where id in (
        select id from messages where state = 'waiting' and ${isOf(transport)} and ${isTime}
        and (urgency = 2 or kind not in (${held})) and ${isReady()}
        order by ${stopped ? sql`case when id = ${stopped.tried} then 1 else 0 end,` : sql``} urgency desc, due_at
        limit ${stopped ? 1 : most} ${isPostgres(trx) ? sql`for update skip locked` : sql``}
      ) returning *`.execute(trx);
    return claimed.rows;
  });
}

/** Counts emails that wait for the mail server, and for nobody's word. */
export async function countWaiting(db: Db): Promise<number> {
  const waiting = db.selectFrom('messages').where(isOpen).where(isOf('email')).where(isReady());
  return countRows(waiting);
}

/** Settles expired claims whose servers reported no outcome: each transport its own, because it may still hold a result. */
export async function settleLeases({ db, write }: Store, transport: Transport): Promise<void> {
  const sending = db.selectFrom('messages').selectAll().where('state', '=', 'sending');
  for (const message of await sending.where(isOf(transport)).where(isDue(leaseMs)).limit(100).execute())
    await write((trx) => settle(trx, message, 'later'));
}

/**
 * Ends a claim. Returns the new state; undefined if its row goes, or if another claim has settled it. It locks the message
 * before whatever its end changes, as everybody does.
 */
export async function settle(
  trx: Trx,
  claimed: Message,
  outcome: Outcome,
  said: string | null = null,
): Promise<Message['state'] | undefined> {
  const kind = kindOf(claimed);
  const lock = trx.updateTable('messages').set({ attempts: claimed.attempts }).where('id', '=', claimed.id);
  const own = lock.where('state', '=', 'sending').where('attempts', '=', claimed.attempts);
  const message = await own.returningAll().executeTakeFirst();
  if (kind === undefined || message === undefined) return undefined;
  // The words may contain the address of somebody who was forgotten meanwhile.
  const isSame = message.recipient === claimed.recipient && message.about === claimed.about;
  const change = next(message, outcome, isSame ? said : null, kind.retryForMs, Date.now());
  if (change === undefined) {
    await trx.deleteFrom('messages').where('id', '=', message.id).execute();
    await kind.onGone?.(trx, message);
    return undefined;
  }
  await trx.updateTable('messages').set(change).where('id', '=', message.id).execute();
  if (change.state !== 'waiting')
    await kind.onEnd?.(trx, { ...message, ...change }, message.ended_at === null);
  return change.state;
}

/** Deletes messages that wait; one that is being sent stays. Returns them. */
export async function takeBack(trx: Trx, which: RawBuilder<boolean>): Promise<Message[]> {
  const waiting = trx.deleteFrom('messages').where('state', '=', 'waiting').where(which);
  const gone = await waiting.returningAll().execute();
  for (const message of gone) await kindOf(message)?.onGone?.(trx, message);
  return gone;
}

/** Removes a person. What was tried stays for a day, because limits count it, or for as long as its subject does. */
export async function forgetMessages(trx: Trx, which: RawBuilder<boolean>): Promise<void> {
  // Locks all of them before `onGone` changes what they are about; meanwhile none is claimed or settled.
  const theirs = trx.selectFrom('messages').select('id').where(which).orderBy('id');
  if (isPostgres(trx)) await theirs.forUpdate().execute();
  await takeBack(trx, which);
  const isCounted = ofEachKind((kind) => (kind.isCounted ? sql`true` : sql`false`));
  const about = sql<string | null>`case when ${isCounted} then about end`;
  await trx.updateTable('messages').set({ recipient: null, why: null, about }).where(which).execute();
}
