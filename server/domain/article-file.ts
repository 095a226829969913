import { marked } from 'marked';
import { parse } from 'yaml';

import { readMoment } from '../lusaka-time.ts';
import { Refusal } from './refusal.ts';

/** A Markdown file with YAML front matter between two lines of `---`. */
export type ArticleFile = { fields: Record<string, unknown>; source: string; html: string };

export function readArticleFile(text: string, imageAddress = (href: string) => href): ArticleFile {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (match === null)
    throw new Refusal(422, 'The file must begin with front matter between two lines of ---.');
  const fields: unknown = parse(match[1] ?? '');
  if (typeof fields !== 'object' || fields === null)
    throw new Refusal(422, 'The front matter has no fields.');
  const source = (match[2] ?? '').trim();
  return { fields: { ...fields }, source, html: toHtml(source, imageAddress) };
}

export function toHtml(markdown: string, imageAddress = (href: string) => href): string {
  const tokens = marked.lexer(markdown);
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'image') token.href = imageAddress(token.href);
  });
  return marked.parser(tokens);
}

/** Returns null for a missing or empty field. */
export function textField({ fields }: ArticleFile, name: string): string | null {
  const value = fields[name];
  if (value instanceof Date) return value.toISOString();
  return (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '') || null;
}

export function requiredField(file: ArticleFile, name: string): string {
  const value = textField(file, name);
  if (value !== null) return value;
  throw new Refusal(422, `The front matter needs a line "${name}: …".`);
}

export function momentField(file: ArticleFile, name: string, ofDay: (day: string) => Date): string | null {
  const text = textField(file, name);
  if (text === null) return null;
  const moment = readMoment(text, ofDay);
  if (moment !== null) return moment.toISOString();
  throw new Refusal(422, `${name}: "${text}" is not a date such as 2026-11-27 or 2026-11-27T17:00.`);
}

/**
 * Returns the file's id, or one made from the title. Uses no package: its next version might make another id, and
 * `--replace` would not find the article.
 */
export function idOf(file: ArticleFile, title: string): string {
  const id = textField(file, 'id') ?? slug(title);
  if (/^[a-z0-9][a-z0-9-]{0,99}$/i.test(id) && !reservedIds.includes(id)) return id;
  throw new Refusal(422, `"${id}" cannot be an id: please use letters, digits and hyphens.`);
}

/** Ids become addresses; other pages have these. */
export const reservedIds = ['filter', 'shell', 'new'];

/** The readable part of an address. */
export function slug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const parts = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '');
  return parts.slice(0, 80).replace(/-+$/, '') || crypto.randomUUID();
}
