import { readFileSync } from 'node:fs';

import { mediaDetailPath } from '#src/paths.ts';

import { decodeText } from '../lib/decode-text.ts';
import { fromCommonMark } from '../lib/imported-markdown.ts';
import { completeLink } from '../lib/links.ts';
import { replaceAddresses } from '../lib/markdown.ts';
import { slug } from '../store/ids.ts';
import { ImportPictures } from './import-pictures.ts';
import { type Reason, reasonsForDraft, speaksOfPublishing } from './publicity.ts';

export function readTextFile(path: string): string {
  const text = decodeText(readFileSync(path));
  if (text !== undefined) return text;
  throw new Error('The encoding is unknown. Save the file as UTF-8.');
}

/** A Markdown file with YAML front matter between two lines of `---`. */
export class TextFile {
  readonly pictures: ImportPictures;
  /** What was ignored, and why. */
  readonly notes: string[] = [];
  source = '';
  readonly #fields = new Map<string, unknown>();

  readonly #losses: string[] = [];

  private constructor(path: string, content: string) {
    this.pictures = new ImportPictures(path, content);
  }

  /** `known`: the names that the front matter may have. Others are noted. */
  static async read(path: string, known: readonly string[]): Promise<TextFile> {
    const content = readTextFile(path);
    const file = new TextFile(path, content);
    const match = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n([\s\S]*))?$/.exec(
      content,
    );
    if (match === null)
      throw new Error(
        content.startsWith('+++')
          ? 'The front matter is TOML. Write it as YAML between two lines of ---.'
          : 'The file must begin with front matter between two lines of ---.',
      );
    const fields: unknown = await parseFront(match[1] ?? '');
    if (typeof fields !== 'object' || fields === null)
      throw new Error('The front matter contains no fields.');
    for (const [name, value] of Object.entries(fields)) file.#fields.set(name, value);
    const unknown = [...file.#fields.keys()].filter(
      (name) => !known.includes(name) && !speaksOfPublishing(name),
    );
    if (unknown.length > 0)
      file.notes.push(
        `${unknown.join(', ')} ${unknown.length === 1 ? 'is unknown and was' : 'are unknown and were'} ignored. These are known: ${known.join(', ')}.`,
      );
    file.source = await file.#imported(match[2] ?? '');
    return file;
  }

  async #imported(body: string): Promise<string> {
    const markdown = fromCommonMark(fromLiquid(body.replace(/\r\n/g, '\n').trim()));
    for (const tag of new Set(markdown.match(leftOver)))
      this.#losses.push(`${tag} stands in the text as it is${this.pictures.lineOf(tag)}`);
    return replaceAddresses(markdown, async ({ kind, href, text }) => {
      const placed = await this.pictures.placed({ kind, href });
      return { href: kind === 'link' && placed === href ? articleLink(completeLink(href)) : placed, text };
    });
  }

  /** Returns the first of these fields that is not empty, as text. */
  text(...names: string[]): string | null {
    for (const name of names) {
      const value = this.#fields.get(name);
      if (value instanceof Date) return value.toISOString();
      const shown = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
      if (shown !== '') return shown;
    }
    return null;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value !== null) return value;
    throw new Error(`The front matter needs a line "${name}: …".`);
  }

  /** Jekyll writes a day, a time and a zone with spaces between them. */
  date(): string | null {
    const written = this.text('date');
    return (
      written?.replace(/^(\d{4}-\d\d-\d\d) +(\d\d:\d\d\S*)(?: +([+-]\d\d:?\d\d|Z))?$/, '$1T$2$3') ?? null
    );
  }

  /** The address of the picture above the text; Jekyll's themes write it as `path` below `image`. */
  image(): string | null {
    const value = this.#fields.get('image');
    const path: unknown = typeof value === 'object' && value !== null ? Object(value).path : value;
    return typeof path === 'string' && path.trim() !== '' ? path.trim() : null;
  }

  /** Why it must not become public by itself. */
  reasonsForDraft(): Reason[] {
    return reasonsForDraft(Object.fromEntries(this.#fields), [...this.#losses, ...this.pictures.losses]);
  }

  /** Place among the featured articles. */
  featured(): number | null {
    const value = this.#fields.get('featured');
    if (value === undefined || value === null || value === false || value === '') return null;
    if (Number.isInteger(Number(value)) && typeof value !== 'boolean') return Number(value);
    this.notes.push(`featured: ${value} was ignored; write its position, such as 1.`);
    return null;
  }

  /** The id in `id`, `slug` or at the end of `permalink`. */
  id(): string | null {
    return this.text('id') ?? this.names()[0] ?? null;
  }

  /** What other texts may call it in their links. */
  names(): string[] {
    const words = [this.text('slug') ?? '', lastPart(this.text('permalink') ?? '')];
    return words.filter((name) => name && !/[:{]/.test(name)).map(slug);
  }
}

/** Tags of Liquid and Hugo, and shortcodes of WordPress: with attributes, with an end, or well known. */
const leftOver =
  /\{[{%][^{}\n]*\}{0,2}|\[(?:[a-z][\w-]*\s+[\w-]+=[^[\]\n]*|\/[a-z][\w-]*|gallery|caption|embed|playlist|toc)\](?!\()/g;

export const lastPart = (path: string) =>
  path
    .replace(/(?:\/|index)?(?:\.html?)?\/?$/, '')
    .split('/')
    .at(-1) ?? '';

/** Replaces what Jekyll's template language says about addresses and code. */
function fromLiquid(text: string): string {
  return (
    text
      .replace(/\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}/g, '')
      .replace(/\{\{-?\s*["']([^"']+)["']\s*\|\s*(?:relative|absolute)_url\s*-?\}\}/g, '$1')
      .replace(/\{%-?\s*post_url\s+([^\s%]+)\s*-?%\}/g, (tag, path) => {
        const [, name] = /^\d{4}-\d\d-\d\d-(.+)/.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
        return name === undefined ? tag : mediaDetailPath(slug(name));
      })
      .replace(/\{%-?\s*highlight\s+(\w+)(?:[^\w%\n][^%\n]*)?%\}\n?/g, '```$1\n')
      .replace(/\n?\{%-?\s*endhighlight\s*-?%\}/g, '\n```')
      .replace(/\{%-?\s*(?:end)?raw\s*-?%\}/g, '')
      // Kramdown puts classes and attributes here.
      .replace(/\{:[^{}\n]*\}/g, '')
  );
}

/** A post's address in Jekyll: `/2026/11/20/name.html`, also below a category. */
function articleLink(href: string): string {
  const [, name] = /^\/(?:[^?#]*\/)?\d{4}\/\d\d\/(?:\d\d\/)?([\w-]+)(?:\.html|\/)?$/.exec(href) ?? [];
  return name === undefined ? href : mediaDetailPath(slug(name));
}

/** Understands values such as `Boards: a story` without quotes, which YAML refuses. */
async function parseFront(front: string): Promise<unknown> {
  const { parse } = await import('yaml');
  try {
    return parse(front);
  } catch {
    const line = /^(\w+):[ \t]+(?![ \t"'|>[{&*!#])(.*:[ \t].*)/gm;
    return parse(front.replace(line, (_, name, value) => `${name}: ${JSON.stringify(value.trim())}`));
  }
}
