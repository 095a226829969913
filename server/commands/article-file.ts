import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname } from 'node:path';

import { isMediaType, type MediaType, mediaTypes } from '#src/contract/media-type.ts';

import type { ArticleText } from '../articles/publishing.ts';
import { dateOfDay, endOfDay, parseMoment, parsePublication } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import { slug } from '../store/ids.ts';
import type { VacancyText } from '../vacancies/vacancies.ts';
import { readWordFile } from '../word/word-file.ts';
import { decoded, type FoundArticle, readGhostExport } from './ghost-export.ts';
import { reasonsForDraft } from './publicity.ts';
import { readTextFile, TextFile } from './text-file.ts';

const shared = ['title', 'id', 'slug', 'permalink', 'date', 'draft', 'published'] as const;
const ofArticles = ['type', ...shared, 'lead', 'excerpt', 'description', 'summary', 'image', 'featured'];
const ofVacancies = [
  'name',
  'type',
  'id',
  'date',
  'draft',
  'published',
  'lead',
  'location',
  'salary',
  'closesAt',
];

/** Reads a Markdown or Word file, or all posts of Ghost's export. `kind`: for files that name none. */
export function findArticles(path: string, kind?: MediaType): Promise<FoundArticle[]> {
  const ending = extname(path).toLowerCase();
  return naming(path, async () => {
    if (ending === '.json') return readGhostExport(path, readTextFile(path), neededKind(kind));
    if (ending === '.docx' || ending === '.doc') return [await fromWord(path, neededKind(kind))];
    if (['.xml', '.html', '.htm', '.odt', '.rtf', '.pdf', '.pages'].includes(ending))
      throw new Error("This format cannot be imported. Use Markdown, .docx or Ghost's .json export.");
    return [await findArticle(path, kind)];
  });
}

function neededKind(kind: MediaType | undefined): MediaType {
  if (kind !== undefined) return kind;
  throw new Error(`Add --type ${mediaTypes.join(' or --type ')}.`);
}

async function findArticle(path: string, kind?: MediaType): Promise<FoundArticle> {
  const file = await TextFile.read(path, ofArticles);
  const written = file.text('type');
  const type = isMediaType(written) ? written : kind;
  if (type === undefined)
    throw new Error(
      `The front matter needs a line "type: …" with ${mediaTypes.join(' or ')}; for all files, add --type.`,
    );
  const [, day, name] = /^(\d{4}-\d\d-\d\d)-(.+)\.\w+$/.exec(basename(path)) ?? [];
  const title = file.text('title') ?? (name === undefined ? file.required('title') : asTitle(name));
  const date = file.date() ?? day ?? null;
  const image = file.image();
  const text: ArticleText = {
    id: file.id() ?? slug(name ?? title),
    kind: type,
    title: decoded(title),
    lead: decoded(file.text('lead', 'excerpt', 'description', 'summary') ?? '') || null,
    featured: file.featured(),
    source: file.source,
    ...(date === null ? {} : parsePublication('date', date)),
    image: image === null ? null : await file.pictures.top(image),
    isDraft: false,
  };
  const reasons = file.reasonsForDraft();
  if (basename(dirname(path)) === '_drafts') reasons.push({ words: 'it is in _drafts', isLoss: false });
  const names = [...file.names(), slug(name ?? basename(path, extname(path)))];
  return { text, pictures: file.pictures.all, notes: file.notes, reasons, names };
}

const asTitle = (name: string) => (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('-', ' ');

async function fromWord(path: string, kind: MediaType): Promise<FoundArticle> {
  const { title, source, pictures, losses } = await readWordFile(readFileSync(path));
  const own = basename(path, extname(path));
  const name = title ?? own;
  const text = { id: slug(name), kind, title: name, lead: null, featured: null, source, image: null };
  const reasons = reasonsForDraft({}, losses);
  return { text: { ...text, isDraft: false }, pictures, notes: [], reasons, names: [slug(own)] };
}

export const findVacancy = (path: string) =>
  naming(path, async () => {
    const file = await TextFile.read(path, ofVacancies);
    const name = file.required('name');
    const [date, closing] = [file.date(), file.text('closesAt')];
    const text: VacancyText = {
      id: file.text('id') ?? slug(name),
      name,
      type: file.required('type'),
      lead: file.text('lead'),
      location: file.text('location'),
      salary: file.text('salary'),
      source: file.source,
      ...(date === null ? {} : { createdAt: parseMoment('date', date, dateOfDay) }),
      closesAt: closing === null ? null : parseMoment('closesAt', closing, endOfDay),
    };
    const reasons = file.reasonsForDraft();
    return { text, reasons, pictures: file.pictures.all, notes: file.notes };
  });

async function naming<T>(path: string, read: () => Promise<T>): Promise<T> {
  if (!existsSync(path)) throw new Refusal(404, `File not found: ${path}.`);
  try {
    return await read();
  } catch (error) {
    throw new Refusal(422, `${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
