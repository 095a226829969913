import { sql } from 'kysely';

import { visibleArticles } from '../articles/visible.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Mail } from '../mail/queue.ts';
import { changedMeanwhile } from '../store/ids.ts';
import type { Db, Trx } from '../store/schema.ts';
import { readers } from './subscribers.ts';

export type Progress = 'sent' | 'waiting' | 'perhaps' | 'not accepted';

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
        select 1 from mail where newsletter = newsletters.id and kind = 'newsletter' and due_at is not null) then 'sent' else state end`.as(
        'state',
      ),
    );

export function allNewsletters(db: Db) {
  return withState(db).orderBy('created_at', 'desc').execute();
}

export function findNewsletter(db: Db, id: string) {
  return withState(db).where('id', '=', id).executeTakeFirst();
}

/** Stands in a newsletter for the address that ends a subscription. */
export const unsubscribeMark = 'https://unsubscribe.invalid/';

/** Newest first. */
export async function articlesOf(db: Db, articles: string | null) {
  const ids = articles === null ? [] : (JSON.parse(articles) as string[]);
  // PostgreSQL refuses an empty list.
  if (ids.length === 0) return [];
  const chosen = visibleArticles(db).select(['id', 'title', 'lead', 'body', 'image']);
  return chosen.where('id', 'in', ids).orderBy('created_at', 'desc').execute();
}

type Draft = { subject: string; source: string; articles?: string };
/** As it is sent, with a placeholder for the link that ends the subscription. */
type Finished = { html: string; plain: string };

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
  const changed = { ...draft, version: version + 1, html: null, plain: null };
  const update = trx.updateTable('newsletters').set(changed);
  const saved = update.where('id', '=', id).where('version', '=', version).where('state', '=', 'draft');
  if ((await saved.executeTakeFirst()).numUpdatedRows !== 1n) throw changedMeanwhile();
  return id;
}

/** Queues the finished email for its writer; replaces an earlier test. */
export async function sendTest(trx: Trx, id: string, finished: Finished, recipient: string): Promise<void> {
  const stored = trx
    .updateTable('newsletters')
    .set(finished)
    .where('id', '=', id)
    .where('state', '=', 'draft');
  if ((await stored.executeTakeFirst()).numUpdatedRows !== 1n) throw new Refusal(409, 'It has been sent.');
  await trx.deleteFrom('mail').where('kind', '=', 'test').where('newsletter', '=', id).execute();
  await queue(trx, 'test', id, [{ recipient }]);
}

/** Returns the last test, which is stored for a day. */
export function testOf(db: Db, id: string) {
  const rows = db.selectFrom('mail').select(['recipient', 'due_at', 'problem']);
  return rows.where('kind', '=', 'test').where('newsletter', '=', id).executeTakeFirst();
}

export async function deleteLetter(trx: Trx, id: string): Promise<void> {
  const deleted = trx.deleteFrom('newsletters').where('id', '=', id).where('state', '=', 'draft');
  if ((await deleted.executeTakeFirst()).numDeletedRows !== 1n)
    throw new Refusal(409, 'Only a draft can be deleted.');
}

/** Puts a message for each subscriber into the queue; a second press finds no draft of this `version`. */
export async function sendToAll(
  trx: Trx,
  id: string,
  version: number,
  finished: Finished | null = null,
): Promise<void> {
  const started = await trx
    .updateTable('newsletters')
    .set({ state: 'sending', sent_at: new Date().toISOString(), ...finished })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'draft')
    .executeTakeFirst();
  if (started.numUpdatedRows !== 1n)
    throw new Refusal(
      409,
      'This newsletter is already being sent, or someone has changed it since you opened it.',
    );
  await queue(trx, 'newsletter', id, await readers(trx).select('email_key as recipient').execute());
}

async function queue(trx: Trx, kind: Mail['kind'], newsletter: string, recipients: { recipient: string }[]) {
  const now = new Date().toISOString();
  const shared = { kind, newsletter, created_at: now, due_at: now, tries: 0 };
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

const lettersOf = (db: Db, id: string) =>
  db.selectFrom('mail').where('newsletter', '=', id).where('kind', '=', 'newsletter');

/** Counts its emails by state; `until`: when the last one is due. */
export async function progressOf(db: Db, id: string) {
  const rows = await lettersOf(db, id)
    .select(({ fn }) => [
      sql<Progress>`case when due_at is not null then 'waiting' when problem is null then 'sent'
        when problem = 'perhaps' then 'perhaps' else 'not accepted' end`.as('state'),
      fn.countAll().as('count'),
      fn.max('due_at').as('until'),
    ])
    .groupBy('state')
    .execute();
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}

/** Lists addresses whose mail server has not accepted it, with the reply; `due_at`: it is sent again. */
export function problemsOf(db: Db, id: string, limit: number) {
  const rows = lettersOf(db, id).select(['recipient', 'problem', 'due_at']).where('problem', '<>', 'perhaps');
  return rows.orderBy('recipient').limit(limit).execute();
}
