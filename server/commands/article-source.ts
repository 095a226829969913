import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';

import type { Kysely } from 'kysely';

import { otherPaths } from '#src/paths.ts';

import { pictureEndings, uploadOf } from '../site/uploads.ts';
import { type ArticleFile, readArticleFile } from '../store/article-file.ts';
import type { Tables } from '../store/schema.ts';
import { UsageError } from './command.ts';

export type Picture = ReturnType<typeof uploadOf>;

/** A Markdown file of the operator, with the pictures that lie beside it. */
export type ArticleSource = { article: ArticleFile; image: string | null; pictures: Picture[] };

const largestPicture = 5_000_000;

export function readArticleSource(path: string): ArticleSource {
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`);
  const pictures: Picture[] = [];
  const address = (href: string) => {
    if (href === '' || /^([a-z][a-z\d+.-]*:|\/)/i.test(href)) return href;
    const picture = readPicture(resolve(dirname(path), decodeURIComponent(href)));
    pictures.push(picture);
    return otherPaths.upload(picture.name);
  };
  try {
    const article = readArticleFile(readFileSync(path, 'utf8'), address);
    return { article, image: article.fields.image ? address(article.fields.image) : null, pictures };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * `text` as the readable part of an address. By hand, because publishing again finds the article by it: a package's
 * next version may spell an old title differently.
 */
export function slug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const parts = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return parts.slice(0, 80).replace(/-+$/, '') || crypto.randomUUID();
}

/** Ids become addresses of pages; these are taken by other pages or by files. */
export function checkId(id: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,99}$/i.test(id) && !['filter', 'shell'].includes(id)) return id;
  throw new UsageError(`"${id}" cannot be an id: please use letters, digits and hyphens.`);
}

function readPicture(path: string): Picture {
  if (!existsSync(path)) throw new UsageError(`There is no picture ${path}.`);
  if (!pictureEndings.includes(extname(path).toLowerCase()))
    throw new UsageError(`${path} is no picture; possible are ${pictureEndings.join(', ')}.`);
  if (statSync(path).size > largestPicture) throw new UsageError(`${path} is larger than 5 MB.`);
  return uploadOf(path, readFileSync(path));
}

export async function savePictures(trx: Kysely<Tables>, pictures: Picture[]): Promise<void> {
  for (const { name, type = '', bytes } of pictures)
    await trx
      .insertInto('files')
      .values({ name, type, bytes, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Deletes the pictures of a text that was taken off or replaced, except those that another one shows. */
export async function dropPictures(trx: Kysely<Tables>, ...texts: (string | null)[]): Promise<void> {
  const address = new RegExp(`${otherPaths.upload('')}([\\w.-]+)`, 'g');
  const names = texts.flatMap((text) => [...(text ?? '').matchAll(address)].map(([, name = '']) => name));
  for (const name of new Set(names))
    if (!(await isShown(trx, name))) await trx.deleteFrom('files').where('name', '=', name).execute();
}

async function isShown(trx: Kysely<Tables>, name: string): Promise<boolean> {
  const part = `%${otherPaths.upload(name)}%`;
  const article = await trx
    .selectFrom('media')
    .select('id')
    .where('hidden_at', 'is', null)
    .where((where) => where.or([where('body', 'like', part), where('image', 'like', part)]))
    .executeTakeFirst();
  if (article !== undefined) return true;
  const vacancy = trx.selectFrom('vacancies').select('id').where('body', 'like', part);
  return (await vacancy.executeTakeFirst()) !== undefined;
}
