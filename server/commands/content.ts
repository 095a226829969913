import { isMediaType, mediaTypes } from '#src/contract/media-type.ts';
import { mediaDetailPath, vacancyPath } from '#src/paths.ts';
import * as site from '#src/words/site.ts';

import { deadLinks, deadLinkWords } from '../articles/dead-links.ts';
import { saveArticle } from '../articles/publishing.ts';
import type { Config } from '../config.ts';
import { spoken, spokenEnd } from '../lib/local-time.ts';
import { replaceAddresses, toHtml } from '../lib/markdown.ts';
import { Refusal } from '../lib/refusal.ts';
import { sampleFacts, sampleTexts } from '../samples.ts';
import { slug } from '../store/ids.ts';
import type { Trx } from '../store/schema.ts';
import { openVacancy, saveVacancy } from '../vacancies/vacancies.ts';
import { findArticles, findVacancy } from './article-file.ts';
import { type Command, change, listOf, type Outcome, withStore } from './command.ts';
import type { FoundArticle } from './ghost-export.ts';
import type { Reason } from './publicity.ts';
import { lastPart } from './text-file.ts';

const replace = { type: 'boolean' } as const;

/** One text of a file: what was ignored in it, why it is a draft, and how to store it. */
type Import = {
  title: string;
  source: string;
  notes: string[];
  reasons: Reason[];
  save: (trx: Trx, source: string) => Promise<Outcome>;
  /** Its id, and what other texts may call it in their links. */
  id?: string;
  names?: string[];
};

async function importFiles(
  paths: string[],
  config: Config,
  read: (path: string) => Promise<Import[]>,
): Promise<Outcome> {
  const texts: (Import & { path: string })[] = [];
  const reports: Outcome[] = [];
  const notStored = (path: string, why: string, title?: string) =>
    reports.push({
      text: `${path}${title === undefined ? '' : `: "${title}"`} was not stored: ${why}`,
      data: { path, title, state: 'not stored', why },
      isIncomplete: true,
    });
  // Read one at a time: decoded pictures are large.
  for (const path of paths) {
    const found = await read(path).catch((error: unknown) => {
      notStored(path, refusalIn(error).replace(`${path}: `, ''));
      return [];
    });
    for (const text of found) texts.push({ ...text, path });
  }
  const ids = new Map(texts.flatMap(({ id, names = [] }) => names.map((name) => [name, id ?? name])));
  for (const text of texts) if (text.id) ids.set(text.id, text.id);
  for (const text of texts) text.source = await linkEachOther(text.source, ids);
  const notes = texts.flatMap((text) => text.notes.map((note) => ({ path: text.path, note })));
  if (texts.length > 0)
    await change(
      config,
      async (trx) => {
        for (const { path, title, reasons, source, save } of texts)
          await save(trx, source).then(
            (stored) => reports.push({ ...stored, isIncomplete: reasons.some(({ isLoss }) => isLoss) }),
            (error: unknown) => notStored(path, refusalIn(error), title),
          );
        for (const { path, source } of texts) {
          const dead = await deadLinks(trx, toHtml(source), config.siteUrl);
          if (dead.length > 0) notes.push({ path, note: `${deadLinkWords(dead)}.` });
        }
      },
      true,
    );
  const [first, ...others] = reports.map(({ data }) => data);
  return {
    data: others.length === 0 ? first : [first, ...others],
    text: [...reports.map(({ text }) => text), ...noteLines(notes)].join('\n'),
    isIncomplete: reports.some(({ isIncomplete }) => isIncomplete),
  };
}

/** Texts of one import lead to each other by the addresses that they get here. */
const linkEachOther = (source: string, ids: Map<string, string>) =>
  replaceAddresses(source, async ({ kind, href, text }) => {
    const [, path = '', rest = ''] = /^(\/[^?#]*)(.*)$/s.exec(href) ?? [];
    const id = kind === 'link' && path !== '' ? ids.get(slug(lastPart(path))) : undefined;
    return { href: id === undefined ? href : mediaDetailPath(id) + rest.replace(/^\?[^#]*/, ''), text };
  });

/** Says once what concerns several texts. */
function noteLines(notes: { path: string; note: string }[]): string[] {
  return [...Map.groupBy(notes, ({ note }) => note)].map(([note, texts]) =>
    texts.length === 1 ? `${texts[0]?.path}: ${note}` : `In ${texts.length} texts: ${note}`,
  );
}

/** What a refusal says; any other error is thrown again. */
function refusalIn(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  const hint = 'Add a line "id: …" to use another id, or add --replace to overwrite it.';
  return error.statusCode === 409 ? `${error.message} ${hint}` : error.message;
}

const because = (reasons: Reason[]) =>
  reasons.length === 0 ? '' : `: ${reasons.map(({ words }) => words).join('; ')}`;

export const publish: Command = {
  words: 'FILE …',
  summary: `publish press releases and blog posts from Markdown files, Word files (.docx) or a Ghost export (.json, with its folder
      content beside it). Front matter: title; optional: type (press or blog; for files without it, add --type), id or slug, date (a
      future date schedules the article), draft, lead or excerpt, image, featured (position, from 1). A file named
      2026-11-20-name.md needs neither date nor id. Photos are resized; SVG and GIF files are unchanged. To overwrite an article
      that has the same id, add --replace. With --draft, the articles are saved but not published. What says something about
      being published that is not known as a yes, or could not be read whole, is saved as a draft`,
  options: { replace, draft: { type: 'boolean' }, type: { type: 'string' } },
  run: (paths, config, { replace, draft, type }) => {
    if (type !== undefined && !isMediaType(type))
      throw new Refusal(400, `--type: "${type}" is not one of ${mediaTypes.join(', ')}.`);
    const importOne = ({ text, pictures, notes, reasons, names }: FoundArticle): Import => ({
      ...{ title: text.title, source: text.source, id: text.id, notes, reasons, names },
      async save(trx, source) {
        const losses = reasons.filter(({ isLoss }) => isLoss).map(({ words }) => words);
        const article = {
          ...{ ...text, source, losses: losses.join('\n') || null },
          isDraft: reasons.length > 0 || draft === true,
        };
        const made = await saveArticle(trx, article, { pictures, replaces: replace ? 'any' : 'nothing' });
        const url = config.siteUrl + mediaDetailPath(made.id);
        const says = {
          draft: `is saved as a draft${because(reasons)}`,
          scheduled: `will be published at ${url} on ${spoken(new Date(made.date))}, ${site.city} time`,
          published: `is published at ${url}`,
        };
        const replaced = made.isNew ? '' : ' (replaced)';
        return {
          data: { ...made, url, reasons: reasons.map(({ words }) => words) },
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
      What can be stored is stored`,
  options: { replace },
  run: (paths, config, { replace }) =>
    importFiles(paths, config, async (path) => {
      const { text, reasons, pictures, notes } = await findVacancy(path);
      const saving = { pictures, replaces: replace ? ('any' as const) : ('nothing' as const) };
      const save: Import['save'] = async (trx, source) => {
        const made = await (reasons.length > 0 ? saveVacancy : openVacancy)(trx, { ...text, source }, saving);
        const url = config.siteUrl + vacancyPath(made.id);
        const until = made.closesAt === null ? '' : ` until ${spokenEnd(new Date(made.closesAt))} in Lusaka`;
        return {
          data: { ...made, url },
          text:
            made.state === 'open'
              ? `"${made.name}" is open at ${url}${until}.`
              : `"${made.name}" is saved as a draft${because(reasons)}.`,
        };
      };
      return [{ title: text.name, source: text.source, notes, reasons, save }];
    }),
};

export const samples: Command = {
  words: '',
  summary: `list what must be replaced before the site goes live: sample facts in src/words and src/content, and the sample articles
      and vacancies that visitors can see`,
  async run(_, config) {
    const facts = sampleFacts().map(({ file, sample }) => ({ where: `src/${file}`, what: sample }));
    const texts = config.upstream === null ? await withStore(config, ({ db }) => sampleTexts(db)) : [];
    return listOf([facts, texts.map(({ kind, id }) => ({ where: kind, what: id }))]);
  },
};
