import type { Transaction } from 'kysely';

import { isMediaType, mediaTypes } from '#src/contract/media-type.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { dateOfDay, spoken, startOfDay } from '../lusaka-time.ts';
import { markContentChanged } from '../store/on-the-site.ts';
import { notYet, type Tables } from '../store/schema.ts';
import {
  type ArticleSource,
  checkId,
  dropPictures,
  readArticleSource,
  savePictures,
  slug,
} from './article-source.ts';
import { command, listing, momentOf, UsageError, withStore } from './command.ts';

export const publish = command({
  name: 'publish',
  words: ['FILE.md'],
  summary: 'put a press release or blog post on the site; again with the same id: replace it',
  details: [
    'Front matter: type (press or blog), title, and if wanted id, date, image (a file beside it or an address),',
    'featured (its place, from 1). Without a date: now, or that of the article that is replaced.',
    'A date to come: it appears then, with a day alone when that day begins in Lusaka.',
  ],
  options: {
    draft: { type: 'boolean', help: 'store it without showing it; see "preview" for how it looks' },
  },
  async run({ values: { draft = false }, words: [path = ''] }, config) {
    const source = readArticleSource(path);
    const article = readArticle(source);
    const { row, isNew } = await withStore(
      config,
      (store) => store.write((trx) => saveArticle(trx, source, article, draft)),
      { isNewAllowed: true },
    );
    const change = isNew ? 'new' : 'replaced';
    const url = config.siteUrl + mediaDetailPath(row.id);
    const data = { id: row.id, state: stateOf(row), change, date: row.created_at, url };
    return { text: sentence(row, change, url), data };
  },
});

export const unpublish = command({
  name: 'unpublish',
  words: ['ID'],
  summary: 'take an article off the site, with its pictures; publishing it again brings it back',
  async run({ words: [id = ''] }, config) {
    const { title } = await withStore(config, (store) => store.write((trx) => hide(trx, id)));
    return { text: `"${title}" is off the site.`, data: { id, state: 'unpublished' } };
  },
});

export const articles = listing({
  name: 'articles',
  summary: 'list the press releases and blog posts with their ids and states, newest first',
  details: ['The states: published; scheduled (its date is to come); draft; unpublished.'],
  async run(_, config) {
    const rows = await withStore(config, ({ db }) =>
      db.selectFrom('media').selectAll().orderBy('created_at', 'desc').orderBy('id').execute(),
    );
    return {
      rows: rows.map((row) => ({
        date: row.created_at,
        type: row.kind,
        state: stateOf(row),
        id: row.id,
        title: row.title,
        featured: row.priority === null ? '' : `${row.priority + 1}`,
      })),
      columns: ['date', 'type', 'state', 'id', 'title', 'featured'],
    };
  },
});

function sentence(row: Tables['media'], change: string, url: string): string {
  const state = stateOf(row);
  if (state === 'draft') return `Stored "${row.title}" (${change}) as a draft: it is not on the site.`;
  if (state === 'published') return `Published "${row.title}" (${change}) at ${url}.`;
  const when = spoken(new Date(row.visible_from ?? row.created_at));
  return `Scheduled "${row.title}" (${change}): it will be at ${url} from ${when} in Lusaka.`;
}

type NewArticle = Omit<Tables['media'], 'created_at' | 'hidden_at' | 'visible_from'> & {
  created_at: string | null;
};

function readArticle({ article, image }: ArticleSource): NewArticle {
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
  article: NewArticle,
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

async function hide(trx: Transaction<Tables>, id: string) {
  const hidden = await trx
    .updateTable('media')
    .set({ hidden_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .returning(['title', 'body', 'image'])
    .executeTakeFirst();
  if (hidden === undefined)
    throw new UsageError(`No article with the id "${id}" is published; "articles" lists them.`);
  await dropPictures(trx, hidden.body, hidden.image);
  await markContentChanged(trx);
  return hidden;
}

function stateOf({ hidden_at, visible_from }: Pick<Tables['media'], 'hidden_at' | 'visible_from'>) {
  if (hidden_at !== null) return 'unpublished';
  if (visible_from === notYet) return 'draft';
  return visible_from !== null && visible_from > new Date().toISOString() ? 'scheduled' : 'published';
}
