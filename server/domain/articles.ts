import type { Kysely, Selectable, Transaction } from 'kysely';

import type { MediaItem } from '#src/contract/media.ts';
import { isMediaType, type MediaType, mediaTypes } from '#src/contract/media-type.ts';

import type { Tables } from '../db/schema.ts';
import { dateOfDay, startOfDay } from '../lusaka-time.ts';
import { type ArticleFile, idOf, momentField, requiredField, textField } from './article-file.ts';
import { dropPictures, type Picture, savePictures } from './pictures.ts';
import { Refusal } from './refusal.ts';
import { lockText } from './seen-keys.ts';
import { isTaken, type Replacing, refuseOverwriting } from './taken.ts';
import { notYet, visibleArticles } from './visible.ts';

type Article = Selectable<Tables['media']>;
type Db = Kysely<Tables>;

function asMediaItem(row: Article): MediaItem {
  return {
    _id: row.id,
    title: row.title,
    ...(row.image === null ? {} : { img_uri: row.image }),
    ...(row.images === null ? {} : { images: JSON.parse(row.images) as { src: string; width: number }[] }),
    description: Buffer.from(row.body).toString('base64'),
    createdAt: row.created_at,
    // A page that reads one article needs its list's name.
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
  const rows = db.selectFrom('media').selectAll().where('id', 'in', ids);
  return (await rows.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()).map(asMediaItem);
}

export async function featuredArticles(db: Db): Promise<MediaItem[]> {
  const featured = visibleArticles(db).selectAll().where('priority', 'is not', null);
  return (await featured.orderBy('priority').orderBy('id').execute()).map(asMediaItem);
}

export async function readArticle(db: Db, id: string): Promise<MediaItem | undefined> {
  const row = await visibleArticles(db).selectAll().where('id', '=', id).executeTakeFirst();
  return row && asMediaItem(row);
}

export async function articleIndex(db: Db, most: number) {
  const columns = ['id', 'created_at as createdAt'] as const;
  return visibleArticles(db).select(columns).orderBy('created_at').orderBy('id').limit(most).execute();
}

/** Includes drafts, scheduled and unpublished articles. */
export async function allArticles(db: Db) {
  const columns = ['id', 'kind', 'title', 'created_at', 'priority', 'hidden_at', 'visible_from'] as const;
  const rows = await db
    .selectFrom('media')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, state: stateOf(row) }));
}

export function stateOf({
  hidden_at,
  visible_from,
}: Pick<Article, 'hidden_at' | 'visible_from'>): 'unpublished' | 'draft' | 'scheduled' | 'published' {
  if (hidden_at !== null) return 'unpublished';
  if (visible_from === notYet) return 'draft';
  return visible_from !== null && visible_from > new Date().toISOString() ? 'scheduled' : 'published';
}

export type Publication = {
  file: ArticleFile;
  /** Left out: those it has. */
  image?: string | null;
  images?: { src: string; width: number }[];
  pictures: Picture[];
};

export async function publish(
  trx: Transaction<Tables>,
  { file, image, images, pictures }: Publication,
  { replace = false, draft = false, version }: Replacing & { draft?: boolean } = {},
) {
  const article = articleOf(file);
  await lockText(trx, article.id);
  const earlier = await trx.selectFrom('media').selectAll().where('id', '=', article.id).executeTakeFirst();
  if (earlier !== undefined && !replace) throw isTaken(article.id, earlier.title);
  refuseOverwriting(earlier, version);
  const now = new Date().toISOString();
  const created_at = article.created_at ?? earlier?.created_at ?? now;
  const from = momentField(file, 'date', startOfDay) ?? created_at;
  const row = {
    ...article,
    created_at,
    image,
    images: images?.length === 0 ? null : JSON.stringify(images),
    hidden_at: null,
    visible_from: draft ? notYet : from > now ? from : null,
  };
  await savePictures(trx, pictures);
  if (earlier === undefined) {
    const insert = trx
      .insertInto('media')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
    const { numInsertedOrUpdatedRows } = await insert.executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) throw isTaken(row.id, 'another one');
  } else {
    await trx
      .updateTable('media')
      .set({ ...row, version: earlier.version + 1 })
      .where('id', '=', row.id)
      .execute();
    await dropPictures(trx, earlier.body, earlier.image, earlier.images);
  }
  return {
    id: row.id,
    title: row.title,
    date: created_at,
    state: stateOf(row),
    isNew: earlier === undefined,
  };
}

function articleOf(file: ArticleFile) {
  const kind = textField(file, 'type');
  if (!isMediaType(kind))
    throw new Refusal(422, `The front matter needs a line "type: …" with ${mediaTypes.join(' or ')}.`);
  const title = requiredField(file, 'title');
  const featured = textField(file, 'featured');
  if (featured !== null && !/^[1-9]\d?$/.test(featured))
    throw new Refusal(422, '"featured" in the front matter must be a position from 1 to 99.');
  return {
    id: idOf(file, title),
    kind,
    title,
    lead: textField(file, 'lead'),
    source: file.source,
    body: file.html,
    created_at: momentField(file, 'date', dateOfDay),
    priority: featured === null ? null : Number(featured) - 1,
  };
}

export async function unpublish(trx: Transaction<Tables>, id: string): Promise<string> {
  const hidden = await trx
    .updateTable('media')
    .set({ hidden_at: new Date().toISOString(), preview: null })
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .returning(['title', 'body', 'image', 'images'])
    .executeTakeFirst();
  if (hidden === undefined) throw new Refusal(404, `No article with the id "${id}" is published.`);
  await dropPictures(trx, hidden.body, hidden.image, hidden.images);
  return hidden.title;
}
