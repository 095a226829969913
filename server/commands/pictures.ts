import type { Kysely } from 'kysely';

import { otherPaths } from '#src/paths.ts';

import type { Tables } from '../store/schema.ts';
import type { Picture } from './article-source.ts';

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
