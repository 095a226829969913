import { type Kysely, sql, type Transaction } from 'kysely';

import type { Store } from '../db/open-store.ts';
import type { Tables } from '../db/schema.ts';
import { Refusal } from './refusal.ts';
import { refuseOverwriting } from './taken.ts';

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;

/** An address that the mail server refused so often is not written to again. */
const mostRefusals = 2;
const triedMs = 3 * 24 * 60 * 60_000;
const pauseMs = 10 * 60_000;

export function allNewsletters(db: Db) {
  return db.selectFrom('newsletters').selectAll().orderBy('created_at', 'desc').execute();
}

export function readNewsletter(db: Db, id: string) {
  return db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst();
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
  const earlier = await readNewsletter(trx, id);
  refuseOverwriting(earlier, version);
  const update = trx.updateTable('newsletters').set({ ...draft, version: version + 1 });
  await update.where('id', '=', id).where('state', '=', 'draft').execute();
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

/** Puts a message for each subscriber into the queue. Only a draft can be sent, so that two presses are one sending. */
export async function sendToAll(trx: Trx, id: string): Promise<void> {
  const started = await trx
    .updateTable('newsletters')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  if (started.numUpdatedRows !== 1n) throw new Refusal(409, 'This newsletter is being sent already.');
  const now = new Date().toISOString();
  await trx
    .insertInto('mail')
    .columns(['id', 'kind', 'recipient', 'newsletter', 'created_at', 'due_at', 'tries'])
    .expression(
      wanted(trx).select([
        sql<string>`${`${id} `} || token`.as('id'),
        sql<'newsletter'>`'newsletter'`.as('kind'),
        'email_key as recipient',
        sql<string>`cast(${id} as text)`.as('newsletter'),
        sql<string>`cast(${now} as text)`.as('created_at'),
        sql<string>`cast(${now} as text)`.as('due_at'),
        sql<number>`0`.as('tries'),
      ]),
    )
    .execute();
}

/** Takes what waits out of the queue. */
export async function stopSending(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('newsletters').set({ state: 'stopped' }).where('id', '=', id).execute();
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
 * Takes the next message for this server alone, unless one was taken less than `pause` ms ago. From then on nobody takes it
 * again: until it is settled it counts as perhaps sent.
 */
export function claimNewsletter(store: Store, pause: number): Promise<Claimed | undefined> {
  return store.write(async (trx) => {
    const now = new Date().toISOString();
    const recent = await trx
      .selectFrom('mail')
      .select('id')
      .where('kind', '=', 'newsletter')
      .where('claimed_at', '>', new Date(Date.now() - pause).toISOString())
      .executeTakeFirst();
    if (recent !== undefined) return undefined;
    const next = await trx
      .selectFrom('mail')
      .select('id')
      .where('kind', '=', 'newsletter')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) return undefined;
    const claimed = await trx
      .updateTable('mail')
      .set({ due_at: null, problem: 'perhaps', claimed_at: now })
      .where('id', '=', next.id)
      .where('due_at', 'is not', null)
      .returning(['id', 'recipient', 'newsletter', 'created_at'])
      .executeTakeFirst();
    return claimed as Claimed | undefined;
  });
}

/** `sent`; `later`: the mail server did not take it; `refused`: it never will. */
export async function settleNewsletter(store: Store, mail: Claimed, outcome: 'sent' | 'later' | 'refused') {
  const isOver = Date.now() - Date.parse(mail.created_at) > triedMs;
  const due = outcome === 'later' && !isOver ? new Date(Date.now() + pauseMs).toISOString() : null;
  const problem = outcome === 'sent' || due !== null ? null : outcome === 'later' ? 'failed' : 'refused';
  await store.write(async (trx) => {
    await trx.updateTable('mail').set({ due_at: due, problem }).where('id', '=', mail.id).execute();
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
