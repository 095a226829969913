import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';

import { parse } from 'yaml';

import { isMediaType, mediaTypes } from '#src/contract/media-type.ts';

import type { ArticleText } from '../articles/publishing.ts';
import type { VacancyText } from '../hiring/vacancies.ts';
import { dateOfDay, endOfDay } from '../lib/local-time.ts';
import { replacePictures } from '../lib/markdown.ts';
import { parseMoment, parsePublication } from '../lib/moments.ts';
import { Refusal } from '../lib/refusal.ts';
import { drawing, mostPictureBytes, type Picture, pictureTypes, scalePhoto } from '../pictures/pictures.ts';
import { slug } from '../store/ids.ts';

/** A Markdown file with YAML front matter between two lines of `---`. */
type TextFile = { path: string; fields: Record<string, unknown>; source: string; pictures: Picture[] };

export const findArticle = (path: string) =>
  naming(path, async () => {
    const file = await readFile(path);
    const kind = textField(file, 'type');
    if (!isMediaType(kind))
      throw new Error(`The front matter needs a line "type: …" with ${mediaTypes.join(' or ')}.`);
    const title = requiredField(file, 'title');
    const date = textField(file, 'date');
    const featured = textField(file, 'featured');
    const text: Omit<ArticleText, 'isDraft'> = {
      id: textField(file, 'id') ?? slug(title),
      kind,
      title,
      lead: textField(file, 'lead'),
      featured: featured === null ? null : Number(featured),
      source: file.source,
      ...(date === null ? {} : parsePublication('date', date)),
      image: await readImage(file),
    };
    return { text, pictures: file.pictures };
  });

export const findVacancy = (path: string) =>
  naming(path, async () => {
    const file = await readFile(path);
    const name = requiredField(file, 'name');
    const [date, closing] = [textField(file, 'date'), textField(file, 'closesAt')];
    const text: VacancyText = {
      id: textField(file, 'id') ?? slug(name),
      name,
      type: requiredField(file, 'type'),
      lead: textField(file, 'lead'),
      location: textField(file, 'location'),
      salary: textField(file, 'salary'),
      source: file.source,
      ...(date === null ? {} : { createdAt: parseMoment('date', date, dateOfDay) }),
      closesAt: closing === null ? null : parseMoment('closesAt', closing, endOfDay),
    };
    return { text, pictures: file.pictures };
  });

/** Starts each error message with the path. */
async function naming<T>(path: string, read: () => Promise<T>): Promise<T> {
  if (!existsSync(path)) throw new Refusal(404, `File not found: ${path}.`);
  try {
    return await read();
  } catch (error) {
    throw new Refusal(422, `${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readFile(path: string): Promise<TextFile> {
  const content = readFileSync(path, 'utf8');
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(content);
  if (match === null) throw new Error('The file must begin with front matter between two lines of ---.');
  const fields: unknown = parse(match[1] ?? '');
  if (typeof fields !== 'object' || fields === null) throw new Error('The front matter contains no fields.');
  const file: TextFile = { path, fields: { ...fields }, source: '', pictures: [] };
  file.source = await replacePictures((match[2] ?? '').trim(), async ({ href, text }) => ({
    href: isAddress(href) ? href : (await readPicture(file, href, 'text')).src,
    text,
  }));
  return file;
}

/** Returns null for a missing or empty field. */
function textField({ fields }: TextFile, name: string): string | null {
  const value = fields[name];
  if (value instanceof Date) return value.toISOString();
  return (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '') || null;
}

function requiredField(file: TextFile, name: string): string {
  const value = textField(file, name);
  if (value !== null) return value;
  throw new Error(`The front matter needs a line "${name}: …".`);
}

const isAddress = (href: string) => href === '' || /^([a-z][a-z\d+.-]*:|\/)/i.test(href);

async function readImage(file: TextFile): Promise<ArticleText['image']> {
  const href = textField(file, 'image');
  if (href === null) return null;
  return isAddress(href) ? { src: href, images: [] } : readPicture(file, href, 'top');
}

/** Reads a picture; its path is relative to the file. SVG and GIF files are not resized. */
async function readPicture(file: TextFile, href: string, place: 'top' | 'text'): Promise<Picture> {
  const path = resolve(dirname(file.path), decodeURIComponent(href));
  const ending = extname(path).toLowerCase();
  if (!existsSync(path)) throw new Error(`Picture not found: ${path}.`);
  if (pictureTypes[ending] === undefined)
    throw new Error(
      `${path} is not a supported picture. Use one of ${Object.keys(pictureTypes).join(', ')}.`,
    );
  if (statSync(path).size > mostPictureBytes)
    throw new Error(`${path} is larger than ${mostPictureBytes / 1_000_000} MB.`);
  const bytes = readFileSync(path);
  const isDrawing = ending === '.svg' || ending === '.gif';
  const picture = isDrawing ? drawing(path, bytes) : await scalePhoto(bytes, place);
  file.pictures.push(picture);
  return picture;
}
