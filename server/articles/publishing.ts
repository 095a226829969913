import { randomBytes } from 'node:crypto';

import { savedText } from '../lib/links.ts';
import { toHtml } from '../lib/markdown.ts';
import { Refusal } from '../lib/refusal.ts';
import { deletePictures, type Picture, savePictures } from '../pictures/pictures.ts';
import { advisoryLock } from '../store/idempotency-keys.ts';
import { changedMeanwhile, type Replaces, refuseOverwriting } from '../store/ids.ts';
import type { Db, Tables, Trx } from '../store/schema.ts';
import { stateOf } from './articles.ts';
import { notYet } from './visible.ts';

export type ArticleText = Pick<Tables['articles'], 'id' | 'kind' | 'title' | 'lead' | 'source'> & {
  /** Place among the featured articles, from 1. */
  featured: number | null;
  /** Default: unchanged, or now. */
  createdAt?: string;
  /** Default: `createdAt`. */
  visibleFrom?: string;
  isDraft: boolean;
  /** Default: unchanged. */
  image?: Pick<Picture, 'src' | 'images'> | null;
};

/** Stores an article: a draft, or as it is public from `visibleFrom`. */
export async function saveArticle(
  trx: Trx,
  text: ArticleText,
  { pictures = [], replaces = 'nothing' }: { pictures?: Picture[]; replaces?: Replaces } = {},
) {
  const { id, kind, title, lead, featured, source, image } = text;
  if (title === '') throw new Refusal(422, 'The article needs a title.');
  if (![null, 1, 2, 3].includes(featured)) throw new Refusal(422, 'Choose one of the three featured places.');
  await advisoryLock(trx, id);
  const earlier = await readDraft(trx, id);
  refuseOverwriting(earlier, earlier?.title, replaces);
  const created_at = text.createdAt ?? earlier?.created_at ?? new Date().toISOString();
  const visibleFrom = text.visibleFrom ?? created_at;
  const saved = await savedText(source);
  const row = {
    ...{ id, kind, title, lead, source: saved, body: toHtml(saved), created_at },
    priority: featured === null ? null : featured - 1,
    visible_from: text.isDraft ? notYet : visibleFrom,
    planned_from: text.isDraft ? (text.visibleFrom ?? earlier?.planned_from ?? null) : null,
    ...(image === undefined ? {} : imageColumns(image)),
  };
  await savePictures(trx, pictures);
  if (earlier === undefined) await trx.insertInto('articles').values(row).execute();
  else {
    const version = earlier.version + 1;
    await trx
      .updateTable('articles')
      .set({ ...row, version })
      .where('id', '=', id)
      .execute();
  }
}

function imageColumns(image: ArticleText['image']) {
  const images = image?.images ?? [];
  return { image: image?.src ?? null, images: images.length === 0 ? null : JSON.stringify(images) };
}

/** Stores an article's text. Does not change whether and when it is public. */
export async function saveText(
  trx: Trx,
  text: Omit<ArticleText, 'featured' | 'createdAt' | 'visibleFrom' | 'isDraft'>,
  options: { pictures: Picture[]; replaces: Replaces },
) {
  const earlier = await readDraft(trx, text.id);
  const isDraft = earlier === undefined || earlier.state === 'draft';
  const time = isDraft ? {} : { visibleFrom: earlier.visible_from };
  const featured = earlier === undefined || earlier.priority === null ? null : earlier.priority + 1;
  return saveArticle(trx, { ...text, ...time, featured, isDraft }, options);
}

type Publication = {
  /** Null: now. Default: unchanged. */
  at?: string | null;
  /** Place among the featured articles, from 1. */
  featured: number | null;
  version: number;
};

/** Publishes an article. Its date is the date on which it was first published. */
export async function publish(trx: Trx, id: string, { at, featured, version }: Publication) {
  const earlier = await readDraft(trx, id);
  if (earlier === undefined) throw changedMeanwhile();
  const { visible_from, created_at, planned_from, state, ...text } = earlier;
  if (at === undefined && state === 'draft')
    throw new Refusal(422, 'Choose whether the article should appear now or at a set time.');
  const now = new Date().toISOString();
  const visibleFrom = at === undefined ? visible_from : (at ?? now);
  const first = state === 'draft' ? planned_from : visible_from;
  const createdAt = at === undefined || (first !== null && first <= now) ? created_at : visibleFrom;
  if (featured !== null) {
    const there = trx
      .updateTable('articles')
      .set({ priority: null })
      .where('priority', '=', featured - 1);
    await there.where('id', '!=', id).execute();
  }
  await saveArticle(
    trx,
    { ...text, image: undefined, createdAt, visibleFrom, featured, isDraft: false },
    { replaces: { version } },
  );
}

/** Makes it a draft again, which keeps its pictures and time but no preview link. */
export async function unpublish(trx: Trx, id: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('articles')
    .set(({ eb, ref }) => ({
      planned_from: ref('visible_from'),
      visible_from: notYet,
      preview: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('visible_from', '!=', notYet)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Refusal(404, `No article with the id "${id}" is published.`);
}

export async function readDraft(db: Db, id: string) {
  const row = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...row, state: stateOf(row) };
}

export function previewOf(db: Db, token: string) {
  return db.selectFrom('articles').selectAll().where('preview', '=', token).executeTakeFirst();
}

export async function shareDraft(trx: Trx, id: string): Promise<void> {
  const preview = randomBytes(16).toString('base64url');
  await trx
    .updateTable('articles')
    .set({ preview })
    .where('id', '=', id)
    .where('preview', 'is', null)
    .execute();
}

export async function endPreview(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('articles').set({ preview: null }).where('id', '=', id).execute();
}

/** Deletes a draft and the pictures that nothing else uses. */
export async function deleteDraft(trx: Trx, id: string): Promise<void> {
  await advisoryLock(trx, id);
  const row = await readDraft(trx, id);
  if (row === undefined) throw new Refusal(404, 'This article no longer exists.');
  if (row.state !== 'draft') throw new Refusal(409, 'Take it off the site first.');
  await trx.deleteFrom('articles').where('id', '=', id).execute();
  await deletePictures(trx, row.body, row.image, row.images);
}
