import { randomBytes } from 'node:crypto';

import type { Kysely, Transaction } from 'kysely';

import type { Tables } from '../db/schema.ts';
import { toHtml } from './article-file.ts';
import { type Publication, stateOf } from './articles.ts';
import { dropPictures, savePictures } from './pictures.ts';
import { Refusal } from './refusal.ts';
import { lockText } from './seen-keys.ts';
import { notYet } from './visible.ts';

type Db = Kysely<Tables>;

/** Returns the article, published or not. */
export async function readDraft(db: Db, id: string) {
  const row = await db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...row, state: stateOf(row) };
}

export function previewOf(db: Db, token: string) {
  return db.selectFrom('media').selectAll().where('preview', '=', token).executeTakeFirst();
}

/** Gives an article a link under which anybody may read it before it is published. */
export async function shareDraft(trx: Transaction<Tables>, id: string): Promise<void> {
  const preview = randomBytes(16).toString('base64url');
  await trx.updateTable('media').set({ preview }).where('id', '=', id).where('preview', 'is', null).execute();
}

/** Makes a draft of a published article, without a preview link; its pictures stay. */
export async function withdrawArticle(trx: Transaction<Tables>, id: string): Promise<void> {
  const set = trx
    .updateTable('media')
    .set(({ eb }) => ({ visible_from: notYet, preview: null, version: eb('version', '+', 1) }));
  await set.where('id', '=', id).execute();
}

type Addition = Required<Pick<Publication, 'pictures' | 'images'>> & {
  /** Alt text. If set, the picture is appended to the text instead of becoming the main picture. */
  inText: string | undefined;
};

export async function addPicture(
  trx: Transaction<Tables>,
  id: string,
  { pictures, images, inText }: Addition,
): Promise<void> {
  await lockText(trx, id);
  const row = await readDraft(trx, id);
  const image = images.at(-1)?.src ?? null;
  if (row === undefined) throw new Refusal(404, 'This article is not here any more.');
  await savePictures(trx, pictures);
  const source = `${row.source}\n\n![${inText?.replace(/[[\]\\]/g, '\\$&')}](${image})`;
  const change =
    inText === undefined
      ? { image, images: JSON.stringify(images) }
      : { source, body: toHtml(source), version: row.version + 1 };
  await trx.updateTable('media').set(change).where('id', '=', id).execute();
  if (inText === undefined) await dropPictures(trx, row.image, row.images);
}
