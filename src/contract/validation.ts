import { tooLongText } from '#src/words/form-errors.ts';
import * as site from '#src/words/site.ts';

export type Problem = { field: string; message: string };

export type Validation<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** `1,612 of 1,500: shorten it by 112` */
export function tooLong(length: number, limit: number): string {
  const [has = '', max = '', excess = ''] = [length, limit, length - limit].map((count) =>
    count.toLocaleString(site.lang),
  );
  return tooLongText(has, max, excess);
}

/** Forms without script send CRLF, which would count as two characters; presentations and PDF files have other breaks. */
export function withLineBreaks(text: string): string {
  return text.replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n');
}

/** PostgreSQL rejects NUL. */
export function cleanText(text: string): string {
  return withLineBreaks(text)
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

/** Returns undefined unless the value is a non-empty string. */
export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
