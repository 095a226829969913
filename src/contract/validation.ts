export type Problem = { field: string; message: string };

export type Validation<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

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
