import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { mediaTypes } from '#src/contract/media-type.ts';

import { type ArticleFile, readArticleFile, requiredField } from './article-file.ts';
import { readFact } from './facts.ts';
import { markContentChanged } from './on-the-site.ts';
import type { Store } from './open-store.ts';
import type { Tables } from './schema.ts';

const folder = join(import.meta.dirname, 'seed-content');

/** Marks a new store, and fills it where that is asked for; false for one that is not new, which is left alone. */
export async function begin(store: Store, isSample: boolean): Promise<boolean> {
  if ((await readFact(store.db, 'begun')) !== undefined) return false;
  return store.write(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('facts')
      .values({ name: 'begun', value: new Date().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    if (!isSample) return true;
    await trx.insertInto('media').values(readArticles()).execute();
    await trx.insertInto('vacancies').values(readVacancies()).execute();
    await markContentChanged(trx);
    return true;
  });
}

function readArticles(): Tables['media'][] {
  const featured = JSON.parse(readFileSync(join(folder, 'priority.json'), 'utf8')) as string[];
  return mediaTypes.flatMap((kind) =>
    readFolder(kind).map((file) => {
      const id = requiredField(file, 'id');
      const place = featured.indexOf(id);
      return {
        id,
        kind,
        title: requiredField(file, 'title'),
        image: file.fields.image ?? null,
        body: file.html,
        created_at: new Date(requiredField(file, 'date')).toISOString(),
        priority: place === -1 ? null : place,
        hidden_at: null,
        visible_from: null,
      };
    }),
  );
}

function readVacancies(): Tables['vacancies'][] {
  return readFolder('vacancies').map((file) => ({
    id: requiredField(file, 'id'),
    name: requiredField(file, 'name'),
    type: requiredField(file, 'type'),
    body: file.html,
    created_at: new Date(requiredField(file, 'date')).toISOString(),
    closed_at: null,
    closes_at: null,
    told_at: null,
  }));
}

function readFolder(name: string): ArticleFile[] {
  return readdirSync(join(folder, name))
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      try {
        return readArticleFile(readFileSync(join(folder, name, file), 'utf8'));
      } catch (error) {
        throw new Error(`${name}/${file}: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
}
