import { isMediaType, mediaTypes } from '#src/contract/media-type.ts';
import { mediaDetailPath, vacancyPath } from '#src/paths.ts';
import * as site from '#src/words/site.ts';

import { deadLinks, deadLinkWords } from '../articles/dead-links.ts';
import { saveArticle } from '../articles/publishing.ts';
import type { Config } from '../config.ts';
import { openVacancy, saveVacancy } from '../hiring/vacancies.ts';
import { spoken, spokenEnd } from '../lib/local-time.ts';
import { toHtml } from '../lib/markdown.ts';
import { Refusal } from '../lib/refusal.ts';
import type { Work } from '../store/open-store.ts';
import { findArticles, findVacancy } from './article-file.ts';
import { type Command, change, type Outcome } from './command.ts';
import type { FoundArticle } from './ghost-export.ts';

const replace = { type: 'boolean' } as const;

/** One text of a file: what it says, what was ignored in it, and how to store it. */
type Import = { source: string; notes: string[]; save: Work<Outcome> };

/** Reads all files, then stores all or none of their texts. */
async function importFiles(
  paths: string[],
  config: Config,
  read: (path: string) => Promise<Import[]>,
): Promise<Outcome> {
  const texts: (Import & { path: string })[] = [];
  // Read one at a time: decoded pictures are large.
  for (const path of paths) for (const text of await read(path)) texts.push({ ...text, path });
  const notes = texts.flatMap((text) => text.notes.map((note) => ({ path: text.path, note })));
  const stored = await change(
    config,
    async (trx) => {
      const all: Outcome[] = [];
      for (const { path, save } of texts)
        all.push(await save(trx).catch((error: unknown) => nameFile(path, error)));
      // Texts of one import may lead to each other.
      for (const { path, source } of texts) {
        const dead = await deadLinks(trx, toHtml(source), config.siteUrl);
        if (dead.length > 0) notes.push({ path, note: `${deadLinkWords(dead)}.` });
      }
      return all;
    },
    true,
  );
  const [first, ...others] = stored.map(({ data }) => data);
  return {
    data: others.length === 0 ? first : [first, ...others],
    text: [...stored.map(({ text }) => text), ...noteLines(notes)].join('\n'),
  };
}

/** Says once what concerns several texts. */
function noteLines(notes: { path: string; note: string }[]): string[] {
  const paths = new Map<string, string[]>();
  for (const { path, note } of notes) paths.set(note, [...(paths.get(note) ?? []), path]);
  return [...paths].map(([note, [first, ...others]]) =>
    others.length === 0 ? `${first}: ${note}` : `In ${others.length + 1} texts: ${note}`,
  );
}

function nameFile(path: string, error: unknown): never {
  if (!(error instanceof Refusal)) throw error;
  const hint = 'Add a line "id: …" to use another id, or add --replace to overwrite it.';
  const message = `${path}: ${error.message}`;
  throw new Refusal(error.statusCode, error.statusCode === 409 ? `${message} ${hint}` : message);
}

export const publish: Command = {
  words: 'FILE …',
  summary: `publish press releases and blog posts from Markdown files, Word files (.docx) or Ghost's export (.json, with its folder
      content beside it). Front matter: title; optional: type (press or blog; for files without it, add --type), id or slug, date (a
      future date schedules the article), draft, lead or excerpt, image, featured (position, from 1). A file named
      2026-11-20-name.md needs neither date nor id. Photos are resized; SVG and GIF files are unchanged. To overwrite an article
      that has the same id, add --replace. With --draft, the articles are saved but not published. If one of several files has an
      error, none is stored`,
  options: { replace, draft: { type: 'boolean' }, type: { type: 'string' } },
  run: (paths, config, { replace, draft, type }) => {
    if (type !== undefined && !isMediaType(type))
      throw new Refusal(400, `--type: "${type}" is not one of ${mediaTypes.join(', ')}.`);
    const importOne = ({ text, pictures, notes }: FoundArticle): Import => ({
      source: text.source,
      notes,
      async save(trx) {
        const article = { ...text, isDraft: text.isDraft || draft === true };
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
      },
    });
    return importFiles(paths, config, async (path) => (await findArticles(path, type)).map(importOne));
  },
};

export const openCommand: Command = {
  words: 'FILE.md …',
  summary: `open vacancies. Front matter: name, type (e.g. full-time); optional: id, date, draft, lead, location, salary, closesAt
      (a date, until midnight in ${site.city}, or a date and time). To overwrite a vacancy that has the same id, add --replace.
      If one of several files has an error, none is stored`,
  options: { replace },
  run: (paths, config, { replace }) =>
    importFiles(paths, config, async (path) => {
      const { text, isDraft, pictures, notes } = await findVacancy(path);
      const saving = { pictures, replaces: replace ? ('any' as const) : ('nothing' as const) };
      const save: Import['save'] = async (trx) => {
        const made = await (isDraft ? saveVacancy : openVacancy)(trx, text, saving);
        const url = config.siteUrl + vacancyPath(made.id);
        const until = made.closesAt === null ? '' : ` until ${spokenEnd(new Date(made.closesAt))} in Lusaka`;
        return {
          data: { ...made, url },
          text:
            made.state === 'open'
              ? `"${made.name}" is open at ${url}${until}.`
              : `"${made.name}" is saved as a draft.`,
        };
      };
      return [{ source: text.source, notes, save }];
    }),
};
