import { createHash } from 'node:crypto';

import { type Selectable, sql } from 'kysely';

import { visibleArticles } from '../articles/visible.ts';
import { savedText } from '../lib/links.ts';
import { Refusal } from '../lib/refusal.ts';
import { addMessages } from '../outgoing/add-messages.ts';
import type { Message } from '../outgoing/kinds.ts';
import { changedMeanwhile } from '../store/ids.ts';
import type { Db, MessageEnd, Tables, Trx } from '../store/schema.ts';
import { readers } from '../subscribers/subscribers.ts';
import { endIfOver, happened } from './sending.ts';

export type Newsletter = Selectable<Tables['newsletters']>;

/** Without their texts. */
export function allNewsletters(db: Db) {
  const columns = ['id', 'subject', 'state', 'sent_at'] as const;
  return db.selectFrom('newsletters').select(columns).orderBy('created_at', 'desc').execute();
}

export function findNewsletter(db: Db, id: string): Promise<Newsletter | undefined> {
  return db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Placeholder for the unsubscribe link. */
export const unsubscribeMark = 'https://unsubscribe.invalid/';

export const isDraft = ({ state }: Pick<Newsletter, 'state'>) => state === 'draft' || state === 'tested';

const idsIn = (articles: string | null) => (articles === null ? [] : (JSON.parse(articles) as string[]));

/** Newest first. */
export async function articlesOf(db: Db, articles: string | null) {
  const ids = idsIn(articles);
  // PostgreSQL refuses an empty list.
  if (ids.length === 0) return [];
  const chosen = visibleArticles(db).select(['id', 'title', 'lead', 'body', 'image']);
  return chosen.where('id', 'in', ids).orderBy('created_at', 'desc').orderBy('id').execute();
}

type Draft = { subject: string; source: string; articles?: string };
/** The finished email, with a placeholder for the unsubscribe link. */
type Finished = { html: string; plain: string };

const noTest = { html: null, plain: null, email_hash: null, email_articles: null };

/** Stores a draft, under a new id if `id` is undefined. */
export async function saveNewsletter(trx: Trx, id: string | undefined, typed: Draft, version: number) {
  const draft = { ...typed, source: await savedText(typed.source) };
  const hasArticles = draft.articles !== undefined && draft.articles !== '[]';
  if (draft.subject === '' || (draft.source === '' && !hasArticles))
    throw new Refusal(422, 'Add a subject, and an introduction or articles.');
  if (id === undefined) {
    const row = { id: crypto.randomUUID(), ...draft, created_at: new Date().toISOString() };
    await trx.insertInto('newsletters').values(row).execute();
    return row.id;
  }
  const changed = { ...draft, version: version + 1, ...noTest };
  if (!(await happened(trx, id, 'changed', changed, sql`version = ${version}`))) throw changedMeanwhile();
  return id;
}

export function hashOf(subject: string, { html, plain }: Finished): string {
  return createHash('sha256')
    .update(JSON.stringify([subject, html, plain]))
    .digest('base64url');
}

/** Requires another test of a draft. */
export async function dropTest(trx: Trx, { id, email_hash }: Newsletter): Promise<void> {
  await happened(trx, id, 'changed', noTest, sql`email_hash = ${email_hash}`);
}

/** Stores the finished email and queues it for its writer. An unchanged email remains tested. */
export async function sendTest(trx: Trx, id: string, { html, plain }: Finished, recipient: string) {
  const draft = await findNewsletter(trx, id);
  if (draft === undefined || !isDraft(draft)) throw new Refusal(409, 'It has already been sent.');
  const { subject, articles } = draft;
  const email_hash = hashOf(subject, { html, plain });
  const email_articles = JSON.stringify((await articlesOf(trx, articles)).map((article) => article.id));
  const isOther = sql<boolean>`coalesce(email_hash, '') <> ${email_hash}`;
  await happened(trx, id, 'changed', { html, plain, email_hash, email_articles }, isOther);
  await addMessages(trx, [{ kind: 'test', urgency: 2, newsletter: id, recipient, email_hash }]);
}

/** The newest test that this person asked for. It is stored for a day. */
export function testOf(db: Db, id: string, recipient: string) {
  const rows = db.selectFrom('messages').select(['recipient', 'state', 'why', 'email_hash']);
  const own = rows.where('kind', '=', 'test').where('newsletter', '=', id).where('recipient', '=', recipient);
  return own.orderBy('created_at', 'desc').executeTakeFirst();
}

/** Marks the newsletter as tested if the stored email is the one that was sent. */
export async function recordTest(trx: Trx, { newsletter, email_hash }: Message, to: MessageEnd) {
  if (to === 'sent')
    await happened(trx, newsletter, 'its test was sent', {}, sql`email_hash = ${email_hash}`);
}

export async function deleteNewsletter(trx: Trx, id: string): Promise<void> {
  const deleted = trx
    .deleteFrom('newsletters')
    .where('id', '=', id)
    .where('state', 'in', ['draft', 'tested']);
  if ((await deleted.executeTakeFirst()).numDeletedRows !== 1n)
    throw new Refusal(409, 'Only a draft can be deleted.');
}

/** Queues exactly the email that was tested. A second press finds no draft with this `version`. */
export async function sendToAll(trx: Trx, id: string, version: number): Promise<void> {
  const draft = await findNewsletter(trx, id);
  if (draft === undefined || !isDraft(draft) || draft.version !== version)
    throw new Refusal(
      409,
      'This newsletter is already being sent, or someone has changed it since you opened it.',
    );
  if (draft.state !== 'tested') throw new Refusal(409, 'Send yourself a test first.');
  await refuseMissing(trx, draft);
  const recipients = await readers(trx).select('email_key as recipient').execute();
  const started = { sent_at: new Date().toISOString() };
  if (!(await happened(trx, id, 'sent to all', started, sql`version = ${version}`))) throw changedMeanwhile();
  await addMessages(
    trx,
    recipients.map((row) => ({ ...row, kind: 'newsletter', urgency: 0, newsletter: id })),
  );
  await endIfOver(trx, id);
}

/** Requires that every article in the tested email is still on the site. */
export async function refuseMissing(trx: Db, { email_articles }: Newsletter): Promise<void> {
  const named = idsIn(email_articles);
  const there = (await articlesOf(trx, email_articles)).map(({ id }) => id);
  const missing = named.find((id) => !there.includes(id));
  if (missing === undefined) return;
  const titles = trx.selectFrom('articles').select('title').where('id', '=', missing);
  const { title = missing } = (await titles.executeTakeFirst()) ?? {};
  throw new Refusal(
    409,
    `“${title}” is no longer on the site. Take it out of the newsletter, or publish it again.`,
  );
}
