import type { Transaction } from 'kysely';

import { isMediaType, mediaTypes } from '#src/contract/media.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { dateOfDay, spoken, startOfDay } from '../lusaka-time.ts';
import { markContentChanged } from '../store/content-version.ts';
import { notYet, type Tables } from '../store/schema.ts';
import { type ArticleSource, checkId, readArticleSource, slug } from './article-source.ts';
import { stateOf } from './articles.ts';
import { answered, asJson, type Command, momentOf, parsed, UsageError, withStore } from './command.ts';
import { dropPictures, savePictures } from './pictures.ts';

const usage = 'publish [--draft] FILE.md';
const options = { ...asJson, draft: { type: 'boolean' } } as const;

export const publish: Command = {
  usage,
  summary: 'put a press release or blog post on the site; again with the same id: replace it',
  details: [
    'Front matter: type (press or blog), title, and if wanted id, date, image (a file beside it or an address),',
    'featured (its place, from 1). Without a date: now, or that of the article that is replaced.',
    'A date to come: it appears then, with a day alone when that day begins in Lusaka.',
    '--draft   store it without showing it; see "preview" for how it looks',
  ],
  async run(args, config) {
    const { values, words } = parsed(args, usage, ['FILE.md'], options);
    const source = readArticleSource(words[0] ?? '');
    const article = readArticle(source);
    const { row, isNew } = await withStore(
      config,
      (store) => store.write((trx) => saveArticle(trx, source, article, values.draft === true)),
      { isNewAllowed: true },
    );
    const change = isNew ? 'new' : 'replaced';
    const url = config.siteUrl + mediaDetailPath(row.id);
    const outcome = { id: row.id, state: stateOf(row), change, date: row.created_at, url };
    return answered(values.json, sentence(row, change, url), outcome);
  },
};

function sentence(row: Tables['media'], change: string, url: string): string {
  const state = stateOf(row);
  if (state === 'draft') return `Stored "${row.title}" (${change}) as a draft: it is not on the site.`;
  if (state === 'published') return `Published "${row.title}" (${change}) at ${url}.`;
  const when = spoken(new Date(row.visible_from ?? row.created_at));
  return `Scheduled "${row.title}" (${change}): it will be at ${url} from ${when} in Lusaka.`;
}

type Article = Omit<Tables['media'], 'created_at' | 'hidden_at' | 'visible_from'> & {
  created_at: string | null;
};

function readArticle({ article, image }: ArticleSource): Article {
  const { type = '', title = '', id = '', featured = '', date } = article.fields;
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
    created_at: momentOf('date', date, dateOfDay),
    priority: featured === '' ? null : Number(featured) - 1,
  };
}

async function saveArticle(
  trx: Transaction<Tables>,
  source: ArticleSource,
  article: Article,
  isDraft: boolean,
) {
  const earlier = await trx.selectFrom('media').selectAll().where('id', '=', article.id).executeTakeFirst();
  if (isDraft && earlier !== undefined && stateOf(earlier) === 'published')
    throw new UsageError(
      `"${article.id}" is on the site. Please unpublish it first, or give the draft an id.`,
    );
  const now = new Date().toISOString();
  const created_at = article.created_at ?? dateOf(earlier) ?? now;
  const from = momentOf('date', source.article.fields.date, startOfDay) ?? created_at;
  const visible_from = isDraft ? notYet : from > now ? from : null;
  const row = { ...article, created_at, hidden_at: null, visible_from };
  const { id: _, ...changed } = row;
  await savePictures(trx, source.pictures);
  await trx
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
  if (earlier !== undefined) await dropPictures(trx, earlier.body, earlier.image);
  await markContentChanged(trx);
  return { row, isNew: earlier === undefined };
}

/** The date under which visitors know an article; a draft has none. */
function dateOf(earlier: Tables['media'] | undefined): string | undefined {
  return earlier === undefined || stateOf(earlier) === 'draft' ? undefined : earlier.created_at;
}
