import * as site from '#src/content/site.ts';

export type Problem = { field: string; message: string };

export type Validation<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

const maxLineLength = 200;

/** Returns the trimmed text. Adds to `problems` if it is missing or too long. */
export function requiredText(
  input: Record<string, unknown>,
  field: string,
  label: string,
  problems: Problem[],
  limit = maxLineLength,
): string {
  const value = input[field];
  const text = typeof value === 'string' ? cleanText(value) : '';
  if (text === '') problems.push({ field, message: `${label} is required.` });
  else if (text.length > limit)
    problems.push({
      field,
      message: `${label}: ${tooLong(text.length, limit)}.`,
    });
  return text;
}

/** `1,612 of 1,500: shorten it by 112` */
export function tooLong(length: number, limit: number): string {
  const [has, max, excess] = [length, limit, length - limit].map((count) => count.toLocaleString(site.lang));
  return `${has} of ${max}: shorten it by ${excess}`;
}

/** Forms without script send CRLF, which would count as two characters. PostgreSQL rejects NUL. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

/** The HTML standard's pattern for `input type=email`, with at least one dot in the domain. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

export function checkEmail(value: string, problems: Problem[]): void {
  if (value !== '' && !emailPattern.test(value))
    problems.push({
      field: 'email',
      message: 'Please enter a valid email address, such as name@company.com.',
    });
}

export function asRecord(input: unknown): Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Record<string, unknown>)
    : {};
}

/** Undefined without any text. */
export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
