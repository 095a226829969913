import { mediaDetailPath, vacancyPath } from '#src/paths.ts';
import * as site from '#src/words/site.ts';

import { allArticles } from '../domain/articles.ts';
import { publish as publishArticle, takeOff } from '../domain/publishing.ts';
import { Refusal } from '../domain/refusal.ts';
import { allVacancies, closeVacancy, openVacancy } from '../domain/vacancies.ts';
import { spoken, spokenEnd } from '../local-time.ts';
import { readArticle, readVacancy } from './article-file.ts';
import { type Command, change, listOf, withStore } from './command.ts';

const replace = { type: 'boolean' } as const;

function suggestReplace(error: unknown): never {
  if (!(error instanceof Refusal) || error.statusCode !== 409) throw error;
  const hint = 'Add a line "id: …" to use another id, or use --replace to overwrite that one.';
  throw new Refusal(409, `${error.message} ${hint}`);
}

export const publish: Command = {
  words: 'FILE.md',
  summary: `publish a press release or blog post. Front matter: type (press or blog), title; optional: id, date (a future one
      schedules it), lead, image, featured (position, from 1). Photos are scaled, drawings (SVG, GIF) stay as they are.
      An existing id is refused unless you give --replace. --draft stores the article without showing it`,
  options: { replace, draft: { type: 'boolean' } },
  async run([path = ''], config, { replace, draft }) {
    const { text, pictures } = await readArticle(path);
    const article = { ...text, isDraft: draft === true };
    const how = { pictures, replaces: replace ? 'any' : 'nothing' } as const;
    const made = await change(config, (trx) => publishArticle(trx, article, how), true).catch(suggestReplace);
    const url = config.siteUrl + mediaDetailPath(made.id);
    const since = made.state === 'scheduled' ? ` from ${spoken(new Date(made.date))} in ${site.city}` : '';
    const replaced = made.isNew ? '' : ' (replaced)';
    return { data: { ...made, url }, text: `"${made.title}" is ${made.state} at ${url}${since}${replaced}.` };
  },
};

export const unpublish: Command = {
  words: 'ID',
  summary: 'take an article off the site; it is a draft again',
  async run([id = ''], config) {
    const title = await change(config, (trx) => takeOff(trx, id));
    return { data: { id, state: 'draft' }, text: `"${title}" is no longer on the site.` };
  },
};

export const articles: Command = {
  words: '',
  summary: 'list the press releases and blog posts with their ids and states, newest first',
  run: async (_, config) => listOf(await withStore(config, ({ db }) => allArticles(db))),
};

export const openCommand: Command = {
  words: 'FILE.md',
  summary: `open a vacancy. Front matter: name, type (e.g. full-time); optional: id, date, lead, location, salary, closesAt
      (a day, including all of it in ${site.city}, or a day and time). An existing name is refused unless you give --replace`,
  options: { replace },
  async run([path = ''], config, { replace }) {
    const { text, pictures } = await readVacancy(path);
    const how = { pictures, replaces: replace ? 'any' : 'nothing' } as const;
    const open = await change(config, (trx) => openVacancy(trx, text, how), true).catch(suggestReplace);
    const url = config.siteUrl + vacancyPath(open.id);
    const until = open.closesAt === null ? '' : ` until ${spokenEnd(new Date(open.closesAt))} in Lusaka`;
    return { data: { ...open, state: 'open', url }, text: `"${open.name}" is open at ${url}${until}.` };
  },
};

export const closeCommand: Command = {
  words: 'ID',
  summary: 'close a vacancy; later applications for it are not accepted',
  async run([id = ''], config) {
    const name = await change(config, (trx) => closeVacancy(trx, id));
    return { data: { id, state: 'closed' }, text: `"${name}" is closed.` };
  },
};

export const listCommand: Command = {
  words: '',
  summary: 'list all vacancies, newest first',
  run: async (_, config) => listOf(await withStore(config, ({ db }) => allVacancies(db))),
};
