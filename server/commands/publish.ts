import type { Kysely } from 'kysely';

import { isMediaType, mediaTypes } from '#src/contract/media.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { dateField } from '../store/article-file.ts';
import { markContentChanged } from '../store/content-version.ts';
import type { Tables } from '../store/schema.ts';
import { type ArticleSource, checkId, type Picture, readArticleSource, slug } from './article-source.ts';
import { type Command, UsageError, withStore, words } from './command.ts';

const usage = 'publish FILE.md';

export const publish: Command = {
  usage,
  summary:
    'publish a press release or blog post; again with the same id: replace it. Front matter: type (press or blog), ' +
    'title, and if wanted id, date, image (a file beside it or an address), featured (its place, from 1)',
  async run(args, config) {
    const [path = ''] = words(args, usage, ['FILE.md']);
    const source = readArticleSource(path);
    const row = mediaRow(source);
    await withStore(config, (store) =>
      store.write(async (trx) => {
        await savePictures(trx, source.pictures);
        const { id: _, ...changed } = row;
        await trx
          .insertInto('media')
          .values(row)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
          .execute();
        await markContentChanged(trx);
      }),
    );
    return `Published "${row.title}" at ${config.siteUrl}${mediaDetailPath(row.id)}.`;
  },
};

export async function savePictures(trx: Kysely<Tables>, pictures: Picture[]): Promise<void> {
  for (const { name, type = '', bytes } of pictures)
    await trx
      .insertInto('files')
      .values({ name, type, bytes, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

function mediaRow({ article, image }: ArticleSource): Tables['media'] {
  const { type = '', title = '', id = '', featured = '' } = article.fields;
  if (!isMediaType(type))
    throw new UsageError(`The front matter needs a line "type: …" with ${mediaTypes.join(' or ')}.`);
  if (title === '') throw new UsageError('The front matter needs a line "title: …".');
  if (featured !== '' && !/^[1-9]\d?$/.test(featured))
    throw new UsageError('"featured" in the front matter is a place such as 1.');
  return {
    id: checkId(id || slug(title)),
    kind: type,
    title,
    image,
    body: article.html,
    created_at: dateField(article, new Date()),
    priority: featured === '' ? null : Number(featured) - 1,
    hidden_at: null,
  };
}
