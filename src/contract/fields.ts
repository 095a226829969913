import {
  emailText,
  fieldText,
  phoneText,
  profileText,
  reachText,
  requiredText,
} from '#src/words/form-errors.ts';
import * as site from '#src/words/site.ts';

import { asRecord } from './response.ts';
import { cleanText, type Problem, tooLong, type Validation } from './validation.ts';

export type Field = {
  label: string;
  isOptional?: true;
  /** Multi-line, with a character count. */
  isLong?: true;
  limit?: number;
  /** Returns why a text is not accepted. Called for empty optional fields too. `all`: the whole payload. */
  check?: (text: string, all: Record<string, string>) => string | undefined;
  /** Controls whose texts are joined with spaces into this field. */
  parts?: Record<string, { label: string }>;
};

export const lineLimit = 200;

/** Shared by the form and the server. Messages are for the visitor. */
export function checkFields<Name extends string>(
  fields: Record<Name, Field>,
  input: unknown,
): Validation<Record<Name, string>> {
  const value = cleaned(fields, input);
  const problems: Problem[] = [];
  for (const [field, { label, isOptional, limit = lineLimit, check }] of Object.entries<Field>(fields)) {
    const text = value[field as Name];
    let message: string | undefined;
    if (text === '' && !isOptional) message = requiredText(label);
    else if (text.length > limit) message = fieldText(label, tooLong(text.length, limit));
    else message = check?.(text, value);
    if (message !== undefined) problems.push({ field, message });
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

/** The HTML standard's pattern for `input type=email`, with at least one dot in the domain. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

const unless = (pattern: RegExp, message: string) => (text: string) =>
  text === '' || pattern.test(text) ? undefined : message;

export const checkEmail = unless(emailPattern, emailText);
export const checkPhone = unless(/^\+?[\d\s().-]{6,}$/, phoneText(site.phoneExample));
export const checkProfile = unless(/^https?:\/\/[^\s/?#]+\.[^\s/?#]+\S*$/i, profileText);
/** Requires one of the two optional fields. */
export const checkReach = (email: string, { phone }: Record<string, string>) =>
  email || phone ? checkEmail(email) : reachText;
