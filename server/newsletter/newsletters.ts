import type { Selectable } from 'kysely';

import { visibleArticles } from '../articles/visible.ts';
import { savedText } from '../lib/links.ts';
import { Refusal } from '../lib/refusal.ts';
import { changedMeanwhile } from '../store/ids.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';

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

const idsIn = (articles: string | null) => (articles === null ? [] : (JSON.parse(articles) as string[]));

/** Newest first. */
export async function articlesOf(db: Db, articles: string | null) {
  // PostgreSQL refuses an empty list.
  const ids = ['', ...idsIn(articles)];
  const chosen = visibleArticles(db).select(['id', 'title', 'lead', 'body', 'image']);
  return chosen.where('id', 'in', ids).orderBy('created_at', 'desc').orderBy('id').execute();
}

type Draft = { subject: string; source: string; articles?: string };

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
  const changed = trx
    .updateTable('newsletters')
    .set({ ...draft, version: version + 1 })
    .where('id', '=', id);
  const own = changed.where('state', '=', 'draft').where('version', '=', version);
  if ((await own.executeTakeFirst()).numUpdatedRows !== 1n) throw changedMeanwhile();
  return id;
}

/** Stores the finished email of a draft, for a test. */
export async function storeEmail(
  trx: Trx,
  id: string,
  email: { html: string; plain: string },
): Promise<void> {
  const draft = trx.updateTable('newsletters').set(email).where('id', '=', id).where('state', '=', 'draft');
  if ((await draft.executeTakeFirst()).numUpdatedRows !== 1n)
    throw new Refusal(409, 'It has already been sent.');
}

export async function deleteNewsletter(trx: Trx, id: string): Promise<void> {
  const deleted = trx.deleteFrom('newsletters').where('id', '=', id).where('state', '=', 'draft');
  if ((await deleted.executeTakeFirst()).numDeletedRows !== 1n)
    throw new Refusal(409, 'Only a draft can be deleted.');
}

/** Requires that every chosen article is still on the site. */
export async function refuseMissing(db: Db, { articles }: Pick<Newsletter, 'articles'>): Promise<void> {
  const there = (await articlesOf(db, articles)).map(({ id }) => id);
  const missing = idsIn(articles).find((id) => !there.includes(id));
  if (missing === undefined) return;
  const titles = db.selectFrom('articles').select('title').where('id', '=', missing);
  const { title = missing } = (await titles.executeTakeFirst()) ?? {};
  throw new Refusal(
    409,
    `“${title}” is no longer on the site. Take it out of the newsletter, or publish it again.`,
  );
}
