import { reachText, requiredText, tooLongText } from '#src/words/form-errors.ts';
import { optionalLabel } from '#src/words/forms.ts';

import { asRecord } from './response.ts';
import { type Parsed, parseText } from './typed-text.ts';
import { cleanText, type Problem, type Validation } from './validation.ts';

export type Field = {
  label: string;
  /** What to do if it is empty, instead of "… is required." */
  needed?: string;
  isOptional?: true;
  /** The optional field that is needed if this one is empty. */
  orElse?: string;
  /** Multi-line, with a character count. */
  isLong?: true;
  limit?: number;
  /** Default: any text. */
  parse?: (typed: string) => Parsed;
  /** Says what to write instead of a text of which something is left over. */
  refusal?: (parsed: Parsed) => string;
  /** Controls whose texts are joined with spaces to form this field. */
  parts?: Record<string, { label: string; needed: string }>;
};

export const lineLimit = 200;

/** Says which fields may stay empty. */
export function labelOf({ label, isOptional, orElse }: Field): string {
  return isOptional && !orElse ? optionalLabel(label) : label;
}

/** What was meant by a field's text; the text itself if it cannot be used. */
export function meantBy({ parse = parseText }: Partial<Field>, typed: string): string {
  const { value, left } = parse(typed);
  return left === '' ? value : typed;
}

/** Shared by the form and the server. Messages are for the visitor. */
export function checkFields<Name extends string>(
  fields: Record<Name, Field>,
  input: unknown,
): Validation<Record<Name, string>> {
  const typed = cleaned(fields, input);
  const rules = Object.entries<Field>(fields);
  const meant = rules.map(([name, field]) => [name, meantBy(field, typed[name as Name])]);
  const value: Record<string, string> = Object.fromEntries(meant);
  const problems: Problem[] = [];
  for (const [field, { label, needed = requiredText(label), ...rule }] of rules) {
    const { isOptional, orElse, limit = lineLimit, parse = parseText, refusal } = rule;
    const text = value[field] ?? '';
    const isNeeded = !isOptional || (orElse !== undefined && value[orElse] === '');
    let message: string | undefined;
    if (text === '') message = isNeeded ? (orElse ? reachText : needed) : undefined;
    else if (text.length > limit) message = tooLongText(label, limit);
    else if (parse(text).left !== '') message = refusal?.(parse(text));
    const isSaid = problems.some((one) => one.message === message);
    if (message !== undefined && !isSaid) problems.push({ field, message });
  }
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

/** The trimmed texts of a form's controls, with parts joined. */
export function cleaned<Name extends string>(
  fields: Record<Name, Field>,
  input: unknown,
): Record<Name, string> {
  const controls = asRecord(input);
  const textOf = (name: string) => {
    const value = controls[name];
    return typeof value === 'string' ? cleanText(value) : '';
  };
  const entries = Object.entries<Field>(fields).map(([name, { parts = {} }]) => [
    name,
    [name, ...Object.keys(parts)].map(textOf).filter(Boolean).join(' '),
  ]);
  return Object.fromEntries(entries) as Record<Name, string>;
}
