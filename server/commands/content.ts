import { mediaDetailPath, vacancyPath } from '#src/paths.ts';

import { allArticles, publish as publishArticle, unpublish as takeOff } from '../domain/articles.ts';
import { allVacancies, closeVacancy, openVacancy } from '../domain/vacancies.ts';
import { spoken, spokenEnd } from '../lusaka-time.ts';
import { readArticleSource } from './article-source.ts';
import { type Command, change, listOf, withStore } from './command.ts';

const replace = { type: 'boolean' } as const;

export const publish: Command = {
  words: 'FILE.md',
  summary: `put a press release or blog post on the site. Front matter: type (press or blog), title, and if wanted id, date
      (to come: it appears then), lead, image, images (src and width each), featured (its place, from 1).
      An id that is taken is refused, unless --replace is given. --draft stores it without showing it`,
  options: { replace, draft: { type: 'boolean' } },
  async run([path = ''], config, { replace, draft }) {
    const source = readArticleSource(path);
    const how = { replace: replace === true, draft: draft === true };
    const made = await change(config, (trx) => publishArticle(trx, source, how), true);
    const url = config.siteUrl + mediaDetailPath(made.id);
    const since = made.state === 'scheduled' ? ` from ${spoken(new Date(made.date))} in Lusaka` : '';
    const what = made.isNew ? '' : ' (replaced)';
    return { data: { ...made, url }, text: `"${made.title}" is ${made.state} at ${url}${since}${what}.` };
  },
};

export const unpublish: Command = {
  words: 'ID',
  summary: 'take an article off the site, with its pictures',
  async run([id = ''], config) {
    const title = await change(config, (trx) => takeOff(trx, id));
    return { data: { id, state: 'unpublished' }, text: `"${title}" is off the site.` };
  },
};

export const articles: Command = {
  words: '',
  summary: 'list the press releases and blog posts with their ids and states, newest first',
  run: async (_, config) => listOf(await withStore(config, ({ db }) => allArticles(db))),
};

export const openCommand: Command = {
  words: 'FILE.md',
  summary: `open a vacancy. Front matter: name, type such as full-time, and if wanted id, date, lead, location, salary, closesAt
      (a day, to its end in Lusaka, or a day and hour). A name that is taken is refused, unless --replace is given`,
  options: { replace },
  async run([path = ''], config, { replace }) {
    const source = readArticleSource(path);
    const how = { replace: replace === true };
    const open = await change(config, (trx) => openVacancy(trx, source, how), true);
    const url = config.siteUrl + vacancyPath(open.id);
    const until = open.closesAt === null ? '' : ` until ${spokenEnd(new Date(open.closesAt))} in Lusaka`;
    return { data: { ...open, state: 'open', url }, text: `"${open.name}" is open at ${url}${until}.` };
  },
};

export const closeCommand: Command = {
  words: 'ID',
  summary: 'close one; applications that still arrive for it are refused, with the reason',
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
