import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';

import type { MediaItem } from '#src/contract/media.ts';
import type { MediaType } from '#src/contract/media-type.ts';

import { readPage, type Wanted } from '../store/keyset-pages.ts';
import type { Db, Tables } from '../store/schema.ts';
import { notYet, visibleArticles } from './visible.ts';

type Article = Selectable<Tables['articles']>;

export const encoded = (html: string) => Buffer.from(html).toString('base64');

export function asMediaItem(row: Article): MediaItem {
  return {
    _id: row.id,
    title: row.title,
    img_uri: row.image ?? undefined,
    images: row.images === null ? undefined : JSON.parse(row.images),
    description: encoded(row.body),
    createdAt: row.created_at,
    lead: row.lead ?? undefined,
    // The page of a single article needs the name of its list.
    type: row.kind,
  };
}

const pageSize = 12;

export async function listArticles(db: Db, type: MediaType, page: number): Promise<MediaItem[]> {
  // Select ids first, so that earlier pages are skipped in the index without reading rows.
  const ids = visibleArticles(db)
    .select('id')
    .where('kind', '=', type)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(page * pageSize);
  const rows = db.selectFrom('articles').selectAll().where('id', 'in', ids);
  return (await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()).map(asMediaItem);
}

export async function featuredArticles(db: Db): Promise<MediaItem[]> {
  const featured = visibleArticles(db).selectAll().where('priority', 'is not', null);
  return (await featured.orderBy('priority').orderBy('id').execute()).map(asMediaItem);
}

export async function findArticle(db: Db, id: string): Promise<MediaItem | undefined> {
  const row = await visibleArticles(db).selectAll().where('id', '=', id).executeTakeFirst();
  return row && asMediaItem(row);
}

export async function articleIndex(db: Db, most: number) {
  const columns = ['id', 'created_at as createdAt'] as const;
  return visibleArticles(db).select(columns).orderBy('created_at').orderBy('id').limit(most).execute();
}

/** The newest articles of both kinds, for a newsletter. */
export function recentArticles(db: Db) {
  const columns = ['id', 'title', 'created_at'] as const;
  return visibleArticles(db).select(columns).orderBy('created_at', 'desc').limit(12).execute();
}

/** Newest first, with drafts and scheduled articles. */
export function pageOfArticles(db: Db, state: ArticleState | 'all', wanted: Wanted) {
  const matches = (visible_from: string) => state === 'all' || stateOf({ visible_from }) === state;
  return readPage(
    db.selectFrom('articles'),
    { text: sql.ref('visible_from') },
    { ...wanted, matches },
    (ids) => withStates(db.selectFrom('articles').where('id', 'in', ids)),
  );
}

export async function countArticles(db: Db): Promise<Record<ArticleState | 'all', number>> {
  const rows = await db.selectFrom('articles').select('visible_from').execute();
  const counts = { all: rows.length, draft: 0, scheduled: 0, published: 0 };
  for (const row of rows) counts[stateOf(row)] += 1;
  return counts;
}

/** Drafts and scheduled articles. */
export function hiddenArticles(db: Db) {
  return withStates(db.selectFrom('articles').where('visible_from', '>', new Date().toISOString()));
}

/** The featured articles, also those that are not on the site yet. */
export function featuredPlaces(db: Db) {
  return withStates(db.selectFrom('articles').where('priority', 'is not', null));
}

async function withStates(articles: SelectQueryBuilder<Tables, 'articles', object>) {
  const columns = ['id', 'kind', 'title', 'lead', 'created_at', 'priority', 'visible_from'] as const;
  const all = articles.select([...columns, 'planned_from']);
  const rows = await all.orderBy('created_at', 'desc').orderBy('id').execute();
  return rows.map((row) => ({ ...row, state: stateOf(row) }));
}

type ArticleState = 'draft' | 'scheduled' | 'published';

export function stateOf({ visible_from }: Pick<Article, 'visible_from'>): ArticleState {
  if (visible_from === notYet) return 'draft';
  return visible_from > new Date().toISOString() ? 'scheduled' : 'published';
}
