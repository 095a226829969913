import { createHash } from 'node:crypto';
import { extname } from 'node:path';

import type { Kysely } from 'kysely';

import { otherPaths } from '#src/paths.ts';

import type { Tables } from '../db/schema.ts';

export const pictureTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

export const pictureEndings = Object.keys(pictureTypes);

export type Picture = { name: string; type: string; bytes: Uint8Array };

/** Names a picture by its content, so that browsers may cache it for ever. */
export function pictureOf(fileName: string, bytes: Uint8Array): Picture {
  const ending = extname(fileName).toLowerCase();
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${hash}${ending}`, type: pictureTypes[ending] ?? 'application/octet-stream', bytes };
}

export async function readPicture(db: Kysely<Tables>, name: string): Promise<Picture | undefined> {
  if (!/^[\w.-]+$/.test(name)) return undefined;
  return db.selectFrom('files').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function savePictures(trx: Kysely<Tables>, pictures: Picture[]): Promise<void> {
  const created_at = new Date().toISOString();
  for (const picture of pictures)
    await trx
      .insertInto('files')
      .values({ ...picture, created_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Deletes the pictures in these texts unless another text uses them. */
export async function dropPictures(trx: Kysely<Tables>, ...texts: (string | null)[]): Promise<void> {
  const address = new RegExp(`${otherPaths.upload('')}([\\w.-]+)`, 'g');
  const names = texts.flatMap((text) => [...(text ?? '').matchAll(address)].map(([, name = '']) => name));
  for (const name of new Set(names))
    if (!(await isShown(trx, name))) await trx.deleteFrom('files').where('name', '=', name).execute();
}

async function isShown(trx: Kysely<Tables>, name: string): Promise<boolean> {
  const part = `%${otherPaths.upload(name)}%`;
  const article = trx
    .selectFrom('media')
    .select('id')
    .where('hidden_at', 'is', null)
    .where((where) =>
      where.or((['body', 'image', 'images'] as const).map((column) => where(column, 'like', part))),
    );
  if ((await article.executeTakeFirst()) !== undefined) return true;
  const vacancy = trx.selectFrom('vacancies').select('id').where('body', 'like', part);
  return (await vacancy.executeTakeFirst()) !== undefined;
}
