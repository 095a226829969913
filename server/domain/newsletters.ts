import { type Kysely, sql, type Transaction } from 'kysely';

import type { Tables } from '../db/schema.ts';
import { changedMeanwhile } from './ids.ts';
import type { Mail, Outcome } from './mail.ts';
import { Refusal } from './refusal.ts';
import { visibleArticles } from './visible.ts';

type Db = Kysely<Tables>;
type Trx = Transaction<Tables>;

/** An address that the mail server refused so often is not written to again. */
const mostRefusals = 2;

/** `sent`: nothing of it waits any more. */
const withState = (db: Db) =>
  db
    .selectFrom('newsletters')
    .select([
      'id',
      'subject',
      'source',
      'version',
      'reason',
      'articles',
      'tested',
      'html',
      'plain',
      'sent_at',
    ])
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

/** Stands in a newsletter for the address that ends a subscription. */
export const unsubscribeMark = 'https://unsubscribe.invalid/';

/** Newest first. */
export function articlesOf(db: Db, articles: string | null) {
  const ids = articles === null ? [] : (JSON.parse(articles) as string[]);
  const chosen = visibleArticles(db).select(['id', 'title', 'lead', 'body', 'image']);
  return chosen.where('id', 'in', ids).orderBy('created_at', 'desc').execute();
}

type Draft = { subject: string; source: string; articles?: string };

/** Stores a draft, under a new id where `id` is undefined. */
export async function saveNewsletter(trx: Trx, id: string | undefined, draft: Draft, version: number) {
  const hasArticles = draft.articles !== undefined && draft.articles !== '[]';
  if (draft.subject === '' || (draft.source === '' && !hasArticles))
    throw new Refusal(422, 'Write a subject, and opening words or articles.');
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

/** Notes which version its writer got. */
export async function noteTested(trx: Trx, id: string, version: number): Promise<void> {
  await trx.updateTable('newsletters').set({ tested: version }).where('id', '=', id).execute();
}

export async function deleteLetter(trx: Trx, id: string): Promise<void> {
  const deleted = trx.deleteFrom('newsletters').where('id', '=', id).where('state', '=', 'draft');
  if ((await deleted.executeTakeFirst()).numDeletedRows !== 1n)
    throw new Refusal(409, 'Only a draft can be deleted.');
}

const wanted = (db: Db) =>
  db
    .selectFrom('subscribers')
    .where('confirmed_at', 'is not', null)
    .where('flagged', '=', 0)
    .where('refusals', '<', mostRefusals);

export async function countRecipients(db: Db): Promise<number> {
  const { count } = await wanted(db)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Puts a message for each subscriber into the queue; a second press finds no draft of this `version`. */
export async function sendToAll(
  trx: Trx,
  id: string,
  version: number,
  finished: { html: string; plain: string } | null = null,
): Promise<void> {
  const now = new Date().toISOString();
  const started = await trx
    .updateTable('newsletters')
    .set({ state: 'sending', sent_at: now, ...finished })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  if (started.numUpdatedRows !== 1n)
    throw new Refusal(
      409,
      'This newsletter is already being sent, or someone has changed it since you opened it.',
    );
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

/** What waits stays in the queue; nothing of it is sent. */
export async function stopSending(trx: Trx, id: string): Promise<void> {
  const stopped = trx.updateTable('newsletters').set({ state: 'stopped', reason: null });
  await stopped.where('id', '=', id).where('state', '=', 'sending').execute();
}

/** Sends what waits, as if for the first time. */
export async function continueSending(trx: Trx, id: string): Promise<void> {
  const sending = trx.updateTable('newsletters').set({ state: 'sending', reason: null, refused: 0 });
  const { numUpdatedRows } = await sending
    .where('id', '=', id)
    .where('state', '=', 'stopped')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal(409, 'This newsletter was not stopped.');
  const due_at = new Date().toISOString();
  await trx
    .updateTable('mail')
    .set({ due_at, first_at: null, tries: 0 })
    .where('newsletter', '=', id)
    .where('due_at', 'is not', null)
    .execute();
}

/** How many were sent, wait, may have been sent, or failed. */
export async function progressOf(db: Db, id: string) {
  const rows = await db
    .selectFrom('mail')
    .select(({ fn }) => [
      sql<string>`case when due_at is not null then 'waiting' when problem is null then 'sent'
        when problem = 'perhaps' then 'perhaps' else 'not accepted' end`.as('state'),
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

/** After so many messages in a row that the mail server refuses, others would be refused too. */
const mostRefused = 3;

/** Counts refusals: an address's own against it, others against the newsletter, which they stop. */
export async function noteLetter(trx: Trx, mail: Mail, outcome: Outcome, answer: string): Promise<void> {
  if (outcome === 'sent' || outcome === 'unknown') {
    const refusals = outcome === 'sent' ? sql<number>`0` : sql<number>`refusals + 1`;
    const reader = trx.updateTable('subscribers').set({ refusals });
    await reader.where('email_key', '=', mail.recipient ?? '').execute();
  }
  const letter = trx.updateTable('newsletters').where('id', '=', mail.newsletter ?? '');
  if (outcome === 'sent') await letter.set({ refused: 0 }).execute();
  // A message counts once, so that one alone does not stop the rest.
  if (outcome !== 'refused' || mail.tries > 1) return;
  await letter.set(({ eb }) => ({ refused: eb('refused', '+', 1) })).execute();
  await letter
    .set({ state: 'stopped', reason: answer })
    .where('state', '=', 'sending')
    .where('refused', '>=', mostRefused)
    .execute();
}
