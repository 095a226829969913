import { type Kysely, sql, type Transaction } from 'kysely';

import { isPostgres } from '../db/errors.ts';
import type { Store } from '../db/open-store.ts';
import type { Tables } from '../db/schema.ts';
import { changedMeanwhile } from './ids.ts';
import { retryForMs } from './mail.ts';
import { Refusal } from './refusal.ts';

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;

/** An address that the mail server refused so often is not written to again. */
const mostRefusals = 2;
const pauseMs = 10 * 60_000;

/** `sent`: nothing of it waits any more. */
const withState = (db: Db) =>
  db
    .selectFrom('newsletters')
    .select(['id', 'subject', 'source', 'version'])
    .select(
      sql<string>`case when state = 'sending' and not exists (
        select 1 from mail where newsletter = newsletters.id and due_at is not null) then 'sent' else state end`.as(
        'state',
      ),
    );

export function allNewsletters(db: Db) {
  return withState(db).orderBy('created_at', 'desc').execute();
}

export function readNewsletter(db: Db, id: string) {
  return withState(db).where('id', '=', id).executeTakeFirst();
}

type Draft = { subject: string; source: string };

/** Stores a draft, under a new id where `id` is undefined. */
export async function saveNewsletter(trx: Trx, id: string | undefined, draft: Draft, version: number) {
  if (draft.subject === '' || draft.source === '') throw new Refusal(422, 'Write a subject and a text.');
  if (id === undefined) {
    const row = { id: crypto.randomUUID(), ...draft, created_at: new Date().toISOString() };
    await trx
      .insertInto('newsletters')
      .values({ ...row, state: 'draft' })
      .execute();
    return row.id;
  }
  const update = trx.updateTable('newsletters').set({ ...draft, version: version + 1 });
  const saved = update.where('id', '=', id).where('version', '=', version).where('state', '=', 'draft');
  if ((await saved.executeTakeFirst()).numUpdatedRows !== 1n) throw changedMeanwhile();
  return id;
}

const wanted = (db: Db) =>
  db.selectFrom('subscribers').where('flagged', '=', 0).where('refusals', '<', mostRefusals);

export async function countRecipients(db: Db): Promise<number> {
  const { count } = await wanted(db)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Puts a message for each subscriber into the queue; a second press finds no draft of this `version`. */
export async function sendToAll(trx: Trx, id: string, version: number): Promise<void> {
  const started = await trx
    .updateTable('newsletters')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  if (started.numUpdatedRows !== 1n)
    throw new Refusal(409, 'This newsletter is being sent already, or somebody has changed it meanwhile.');
  const now = new Date().toISOString();
  const recipients = await wanted(trx).select('email_key as recipient').execute();
  const shared = { kind: 'newsletter' as const, newsletter: id, created_at: now, due_at: now, tries: 0 };
  const rows = recipients.map((row) => ({ ...row, ...shared, id: crypto.randomUUID() }));
  // The number of parameters of a statement is limited.
  for (let start = 0; start < rows.length; start += 500)
    await trx
      .insertInto('mail')
      .values(rows.slice(start, start + 500))
      .execute();
}

/** Takes what waits out of the queue. */
export async function stopSending(trx: Trx, id: string): Promise<void> {
  const stopped = trx.updateTable('newsletters').set({ state: 'stopped' }).where('id', '=', id);
  await stopped.where('state', '=', 'sending').execute();
  await trx.deleteFrom('mail').where('newsletter', '=', id).where('due_at', 'is not', null).execute();
}

/** How many were sent, wait, may have been sent, or failed. */
export async function progressOf(db: Db, id: string) {
  const rows = await db
    .selectFrom('mail')
    .select(({ fn }) => [
      sql<string>`case when due_at is not null then 'waiting' else coalesce(problem, 'sent') end`.as('state'),
      fn.countAll().as('count'),
    ])
    .where('newsletter', '=', id)
    .groupBy('state')
    .execute();
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}

/** The addresses that did not get it for sure, with the reason. */
export function problemsOf(db: Db, id: string, limit: number) {
  return db
    .selectFrom('mail')
    .select(['recipient', 'problem'])
    .where('newsletter', '=', id)
    .where('problem', 'is not', null)
    .limit(limit)
    .execute();
}

export type Claimed = { id: string; recipient: string; newsletter: string; created_at: string };

/**
 * Claims the next message, unless one was claimed less than `pause` ms ago. Nobody claims it again: until it is settled
 * it counts as perhaps sent.
 */
export async function claimNewsletter(store: Store, pause: number): Promise<Claimed | undefined> {
  const now = new Date().toISOString();
  const earlier = new Date(Date.now() - pause).toISOString();
  const { rows } = await store.write((trx) =>
    sql<Claimed>`update mail set due_at = null, problem = 'perhaps', claimed_at = ${now} where id = (
      select id from mail where kind = 'newsletter' and due_at <= ${now}
      and not exists (select 1 from mail where kind = 'newsletter' and claimed_at > ${earlier})
      order by due_at limit 1 ${isPostgres(trx) ? sql`for update skip locked` : sql``}
    ) returning id, recipient, newsletter, created_at`.execute(trx),
  );
  return rows[0];
}

/** `sent`; `later`: the mail server did not take it; `refused`: it never will. */
export async function settleNewsletter(store: Store, mail: Claimed, outcome: 'sent' | 'later' | 'refused') {
  const isOver = Date.now() - Date.parse(mail.created_at) > retryForMs;
  const due = outcome === 'later' && !isOver ? new Date(Date.now() + pauseMs).toISOString() : null;
  const notTaken = due === null ? 'failed' : 'not taken by the mail server yet';
  const problem = { sent: null, later: notTaken, refused: 'refused' }[outcome];
  await store.write(async (trx) => {
    // Null once the sending was stopped.
    const due_at = sql<
      string | null
    >`(select ${due} from newsletters where id = newsletter and state = 'sending')`;
    await trx.updateTable('mail').set({ due_at, problem }).where('id', '=', mail.id).execute();
    if (outcome !== 'refused') return;
    const update = trx.updateTable('subscribers').set(({ eb }) => ({ refusals: eb('refusals', '+', 1) }));
    await update.where('email_key', '=', mail.recipient).execute();
  });
}

export function findByToken(db: Db, token: string) {
  return db.selectFrom('subscribers').select('email').where('token', '=', token).executeTakeFirst();
}

export function findSubscriber(db: Db, email_key: string) {
  return db.selectFrom('subscribers').selectAll().where('email_key', '=', email_key).executeTakeFirst();
}
