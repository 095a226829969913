import { mediaDetailPath, vacancyPath } from '#src/paths.ts';
import * as site from '#src/words/site.ts';

import { saveArticle } from '../articles/publishing.ts';
import type { Config } from '../config.ts';
import { openVacancy } from '../hiring/vacancies.ts';
import { spoken, spokenEnd } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Work } from '../store/open-store.ts';
import { findArticle, findVacancy } from './article-file.ts';
import { type Command, change, type Outcome } from './command.ts';

const replace = { type: 'boolean' } as const;

/** Reads all files, then stores all or none of them. */
async function importFiles(
  paths: string[],
  config: Config,
  read: (path: string) => Promise<Work<Outcome>>,
): Promise<Outcome> {
  const files: [path: string, save: Work<Outcome>][] = [];
  // Read one at a time: decoded pictures are large.
  for (const path of paths) files.push([path, await read(path)]);
  const stored = await change(
    config,
    async (trx) => {
      const all: Outcome[] = [];
      for (const [path, save] of files)
        all.push(await save(trx).catch((error: unknown) => nameFile(path, error)));
      return all;
    },
    true,
  );
  const [first, ...others] = stored.map(({ data }) => data);
  return {
    data: others.length === 0 ? first : [first, ...others],
    text: stored.map(({ text }) => text).join('\n'),
  };
}

function nameFile(path: string, error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const hint = 'Add a line "id: …" to use another id, or add --replace to overwrite it.';
  const message = `${path}: ${error.message}`;
  throw new Refusal(error.statusCode, error.statusCode === 409 ? `${message} ${hint}` : message);
}

export const publish: Command = {
  words: 'FILE.md …',
  summary: `publish press releases and blog posts. Front matter: type (press or blog), title; optional: id, date (a future date
      schedules the article), lead, image, featured (position, from 1). Photos are resized; SVG and GIF files are unchanged.
      To overwrite an article that has the same id, add --replace. With --draft, the articles are saved but not published.
      If one of several files has an error, none is stored`,
  options: { replace, draft: { type: 'boolean' } },
  run: (paths, config, { replace, draft }) =>
    importFiles(paths, config, async (path) => {
      const { text, pictures } = await findArticle(path);
      const article = { ...text, isDraft: draft === true };
      return async (trx) => {
        const made = await saveArticle(trx, article, { pictures, replaces: replace ? 'any' : 'nothing' });
        const url = config.siteUrl + mediaDetailPath(made.id);
        const says = {
          draft: 'is saved as a draft',
          scheduled: `will be published at ${url} on ${spoken(new Date(made.date))}, ${site.city} time`,
          published: `is published at ${url}`,
        };
        const replaced = made.isNew ? '' : ' (replaced)';
        return {
          data: { ...made, url },
          text: `"${made.title}" ${says[made.state]}${replaced}.`,
        };
      };
    }),
};

export const openCommand: Command = {
  words: 'FILE.md …',
  summary: `open vacancies. Front matter: name, type (e.g. full-time); optional: id, date, lead, location, salary, closesAt
      (a date, until midnight in ${site.city}, or a date and time). To overwrite a vacancy that has the same id, add --replace.
      If one of several files has an error, none is stored`,
  options: { replace },
  run: (paths, config, { replace }) =>
    importFiles(paths, config, async (path) => {
      const { text, pictures } = await findVacancy(path);
      return async (trx) => {
        const open = await openVacancy(trx, text, { pictures, replaces: replace ? 'any' : 'nothing' });
        const url = config.siteUrl + vacancyPath(open.id);
        const until = open.closesAt === null ? '' : ` until ${spokenEnd(new Date(open.closesAt))} in Lusaka`;
        return {
          data: { ...open, state: 'open', url },
          text: `"${open.name}" is open at ${url}${until}.`,
        };
      };
    }),
};
