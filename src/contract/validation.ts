import { tooLongText } from '#src/content/form-errors.ts';

export type Problem = { field: string; message: string };

export type Validation<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** `1,612 of 1,500: shorten it by 112` */
export function tooLong(length: number, limit: number): string {
  const [has = '', max = '', excess = ''] = [length, limit, length - limit].map((count) =>
    count.toLocaleString('en'),
  );
  return tooLongText(has, max, excess);
}

/** Forms without script send CRLF, which would count as two characters. PostgreSQL rejects NUL. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}
