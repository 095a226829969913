import { type ArticleText, readDraft, saveArticle } from '#server/articles/publishing.ts';
import { change } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';
import { type Replaces, slug } from '#server/store/ids.ts';
import type { Trx } from '#server/store/schema.ts';
import type { MediaType } from '#src/contract/media-type.ts';

/** Stores a public article, over an earlier one with the same id. */
export async function putArticle(
  trx: Trx,
  given: Partial<ArticleText> & Pick<ArticleText, 'title'>,
  wanted?: Replaces,
) {
  const blank = { kind: 'blog', lead: null, featured: null, source: 'Text', isDraft: false } as const;
  const text = { id: slug(given.title), ...blank, ...given };
  const earlier = await readDraft(trx, text.id);
  const replaces = earlier === undefined ? 'nothing' : { version: earlier.version };
  return saveArticle(trx, text, { replaces: wanted ?? replaces });
}

/** Publishes an article on the server with this data folder. */
export const publishArticle = (dataDir: string, kind: MediaType, title: string) =>
  change(readConfig({ DATA_DIR: dataDir }), (trx) =>
    putArticle(trx, { kind, title, source: 'We built a pump.' }),
  );
