import { marked } from 'marked';
import { parse } from 'yaml';

/** A Markdown file with YAML front matter between two lines of `---`. */
export type ArticleFile = { fields: Record<string, string>; html: string };

/** Throws with a sentence for the person who wrote the file; `imageAddress` may replace the addresses of pictures. */
export function readArticleFile(text: string, imageAddress = (href: string) => href): ArticleFile {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(text);
  if (match === null) throw new Error('The file has to begin with front matter between two lines of ---.');
  const parsed: unknown = parse(match[1] ?? '');
  if (typeof parsed !== 'object' || parsed === null) throw new Error('The front matter has no fields.');
  const fields = Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, asText(value)]));
  return { fields, html: toHtml((match[2] ?? '').trim(), imageAddress) };
}

function toHtml(markdown: string, imageAddress: (href: string) => string): string {
  const tokens = marked.lexer(markdown);
  marked.walkTokens(tokens, (token) => {
    if (token.type === 'image') token.href = imageAddress(token.href);
  });
  return marked.parser(tokens);
}

export function requiredField(file: ArticleFile, name: string): string {
  const value = file.fields[name];
  if (value) return value;
  throw new Error(`The front matter needs a line "${name}: …".`);
}

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
