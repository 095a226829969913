import { sql } from 'kysely';

import { Refusal } from '../lib/refusal.ts';
import { waitAgain } from '../outgoing/ended.ts';
import type { Message } from '../outgoing/kinds.ts';
import { isOpen } from '../outgoing/queue.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import type { Db, Trx } from '../store/schema.ts';
import { readers } from '../subscribers/subscribers.ts';
import { type Newsletter, refuseMissing } from './newsletters.ts';

/** Failed in a row: enough to stop, because the others would fail too. */
const mostFailed = 10;

const now = () => new Date().toISOString();

const messagesOf = (id: string | null) => sql<boolean>`(kind = 'newsletter' and about = ${id})`;

/** Freezes the email and who gets it. A second press finds no draft with this `version`. */
export async function sendToAll(
  trx: Trx,
  id: string,
  version: number,
  finished: { html: string; plain: string },
): Promise<void> {
  const started = trx.updateTable('newsletters').set({ ...finished, state: 'sending', sent_at: now() });
  const own = started.where('id', '=', id).where('state', '=', 'draft').where('version', '=', version);
  const draft = await own.returning('articles').executeTakeFirst();
  if (draft === undefined)
    throw new Refusal(
      409,
      'This newsletter is already being sent, or someone has changed it since you opened it.',
    );
  await refuseMissing(trx, draft);
  const [of, time] = [sql`cast(${id} as text)`, sql`cast(${now()} as text)`];
  const sent = await sql`insert into messages (id, recipient, kind, about, urgency, created_at, due_at)
    select ${of} || '-' || token, email_key, 'newsletter', ${of}, 0, ${time}, ${time}
    from (${readers(trx).select(['token', 'email_key'])}) as reader`.execute(trx);
  if (sent.numAffectedRows === 0n) throw new Refusal(409, 'Nobody is subscribed yet. The draft stays.');
}

/** What stands of a newsletter's emails, and how many readers it has not reached who are still subscribed. */
export async function countsOf(db: Db, id: string) {
  const count = (which = sql`true`) => sql<number>`cast(count(case when ${which} then 1 end) as integer)`;
  const isReader = sql`recipient in (${readers(db).select('email_key')})`;
  return db
    .selectFrom('messages')
    .select([count().as('all'), count(sql`messages.state = 'sent'`).as('sent')])
    .select([count(sql`messages.state = 'failed'`).as('failed'), count(isOpen).as('open')])
    .select(count(sql`messages.state = 'failed' and seen_at is null`).as('unseen'))
    .select(count(sql`messages.state = 'failed' and ${isReader}`).as('unreached'))
    .where(messagesOf(id))
    .executeTakeFirstOrThrow();
}

/** Newsletters that are being sent, were stopped, or whose failed emails were not [Seen]. */
export function openNewsletters(db: Db): Promise<Newsletter[]> {
  const isUnseen = sql<boolean>`(newsletters.state in ('sending', 'stopped') or exists (select 1 from messages
    where kind = 'newsletter' and about = newsletters.id and messages.state = 'failed' and seen_at is null))`;
  return db.selectFrom('newsletters').selectAll().where(isUnseen).orderBy('created_at', 'desc').execute();
}

/** Stops a newsletter of which the last ten failed and nobody has seen them. The last email ends it. */
export async function endOne(trx: Trx, { about, state, why }: Message): Promise<void> {
  if (about === null) return;
  // Of two servers that end the last emails at once, the second sees what the first has done.
  await advisoryLock(trx, about);
  const ended = trx.selectFrom('messages').select(['state', 'seen_at']).where(messagesOf(about));
  const tried = ended.where('state', 'in', ['sent', 'failed']).orderBy('claimed_at', 'desc');
  const last = state === 'failed' ? await tried.limit(mostFailed).execute() : [];
  const failed = last.filter((one) => one.state === 'failed' && one.seen_at === null);
  if (failed.length === mostFailed) await stopSending(trx, about, why);
  await endIfOver(trx, about);
}

const isOver = (id: string) =>
  sql<boolean>`not exists (select 1 from messages where ${messagesOf(id)} and ${isOpen})`;

async function endIfOver(trx: Trx, id: string): Promise<void> {
  const ended = trx.updateTable('newsletters').set({ state: 'ended', ended_at: now(), reason: null });
  await ended.where('id', '=', id).where('state', '=', 'sending').where(isOver(id)).execute();
}

/** Nobody could find an address there to delete it with its reader. */
const withoutAddresses = (words: string | null) =>
  words?.replace(/(?<![^\s<>])[^\s<>@]*@[^\s<>]*/g, '…') ?? null;

/** What is not being sent waits until somebody resumes it. Returns false if it was not being sent. */
export async function stopSending(trx: Trx, id: string, words: string | null = null): Promise<boolean> {
  const stopped = trx.updateTable('newsletters').set({ state: 'stopped', reason: withoutAddresses(words) });
  const own = stopped.where('id', '=', id).where('state', '=', 'sending');
  return (await own.executeTakeFirst()).numUpdatedRows === 1n;
}

export async function resumeSending(trx: Trx, id: string): Promise<void> {
  await markSeen(trx, id);
  const resumed = trx.updateTable('newsletters').set({ state: 'sending', reason: null });
  const own = resumed.where('id', '=', id).where('state', '=', 'stopped');
  if ((await own.executeTakeFirst()).numUpdatedRows !== 1n)
    throw new Refusal(409, 'This newsletter was not stopped.');
  await endIfOver(trx, id);
}

/** Returns how many failed emails nobody had seen. */
export async function markSeen(trx: Trx, id: string): Promise<number> {
  const failed = trx.updateTable('messages').set({ seen_at: now() }).where(messagesOf(id));
  const seen = failed.where('state', '=', 'failed').where('seen_at', 'is', null);
  return Number((await seen.executeTakeFirst()).numUpdatedRows);
}

/** Sends to those whom it did not reach and who are still subscribed. Returns how many. */
export async function sendToUnreached(trx: Trx, id: string): Promise<number> {
  const isReader = sql`recipient in (${readers(trx).select('email_key')})`;
  const count = await waitAgain(trx, sql<boolean>`${messagesOf(id)} and ${isReader}`, 0);
  const again = trx.updateTable('newsletters').set({ state: 'sending' }).where('id', '=', id);
  await again
    .where('state', '=', 'ended')
    .where(({ not }) => not(isOver(id)))
    .execute();
  return count;
}
