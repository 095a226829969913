import { applySearch, connectCalls, type PageName } from '#src/paths.ts';
import { afterLinkText, emailText, phoneText, profileText } from '#src/words/form-errors.ts';
import { formWords } from '#src/words/forms.ts';
import * as site from '#src/words/site.ts';

import { type FileEntry, withFiles } from './attachments.ts';
import { checkFields, cleaned, type Field, labelOf, meantBy } from './fields.ts';
import type { Kind } from './form-kinds.ts';
import { type Parsed, parseEmail, parsePhone, parseProfile } from './typed-text.ts';
import { cleanText, type Validation } from './validation.ts';

type Form = {
  /** Posts to this call of the connect API. */
  call: string;
  /** The form's page; `:id` in its path is the record's `job`. A name, because the worker does not bundle the pages. */
  page: PageName;
  /** Query or hash that opens the form on its page. */
  inPage: string;
  /** If true, the open form shows an error, so that it can be corrected there; otherwise the form is emptied and a dialog shows the result. */
  staysOpen: boolean;
  /** The payload's fields, in the order of the form. */
  fields: Record<string, Field>;
  words: {
    /** A record's name in the Outbox, and in a sentence. `about`: the vacancy's name. */
    nameOf: (about: string) => string;
    subject: (about: string) => string;
    /** The message in the response. */
    accepted: string;
    sent: string;
  };
};

const { apply, subscribe, enquiry } = formWords;
const long = { limit: 1500, isLong: true } as const;
const email = { parse: parseEmail, refusal: () => emailText };
const phone = { limit: 100, parse: parsePhone, refusal: () => phoneText(site.phoneExample) };

const profileRefusal = ({ value, left }: Parsed) => (value === '' ? profileText : afterLinkText(value, left));

/** All forms that are posted through the outbox. */
export const forms = {
  apply: {
    call: connectCalls.jobApply,
    page: 'vacancy',
    inPage: applySearch,
    staysOpen: true,
    fields: {
      ...apply.fields,
      email: { ...apply.fields.email, ...email },
      mobile: { ...apply.fields.mobile, ...phone },
      description: { ...apply.fields.description, ...long },
      profile: { ...apply.fields.profile, limit: 500, parse: parseProfile, refusal: profileRefusal },
    },
    words: apply,
  },
  subscribe: {
    call: connectCalls.subscribe,
    page: 'mediaRoom',
    inPage: '#newsletter',
    staysOpen: false,
    fields: { ...subscribe.fields, email: { ...subscribe.fields.email, ...email } },
    words: subscribe,
  },
  enquiry: {
    call: connectCalls.enquiry,
    page: 'ask',
    inPage: '',
    staysOpen: true,
    fields: {
      ...enquiry.fields,
      email: { ...enquiry.fields.email, isOptional: true, orElse: 'phone', ...email },
      phone: { ...enquiry.fields.phone, isOptional: true, orElse: 'email', ...phone },
      message: { ...enquiry.fields.message, ...long },
    },
    words: enquiry,
  },
} satisfies Record<Kind, Form>;

type FieldsOf<K extends Kind> = (typeof forms)[K]['fields'];
type FieldName<K extends Kind> = keyof FieldsOf<K> & string;

/** The body of a request. */
export type Payload<K extends Kind> = Record<FieldName<K>, string>;

type Controls<Fields> = {
  [F in keyof Fields]: Fields[F] extends { parts: infer Parts } ? keyof Parts : F;
}[keyof Fields];

/** Names of a form's inputs. */
export type ControlName<K extends Kind> = Controls<FieldsOf<K>> & string;

/** Otherwise TypeScript cannot relate a kind to its fields. */
const table: { [K in Kind]: { fields: Record<FieldName<K>, Field> } } = forms;

/**
 * The body to post, valid or not, without empty fields: a repeat must have the same body even if a later release adds a
 * field or rule.
 */
export function payloadOf<K extends Kind>(
  kind: K,
  controls: unknown,
  files: readonly FileEntry[] = [],
): Partial<Payload<K>> & { files?: FileEntry[] } {
  const entries = Object.entries(cleaned(table[kind].fields, controls)).filter(([, text]) => text !== '');
  return { ...(Object.fromEntries(entries) as Partial<Payload<K>>), ...withFiles(files) };
}

export function validate<K extends Kind>(kind: K, input: unknown): Validation<Payload<K>> {
  return checkFields(table[kind].fields, input);
}

/** `joined`: the field of which the input is a part. */
type Control = Omit<Field, 'parts'> & { joined?: string };

/** A form's inputs by name. */
export function controlsOf(kind: Kind): Record<string, Control> {
  const controls = Object.entries<Field>(forms[kind].fields).flatMap(([joined, { parts, ...field }]) =>
    parts
      ? Object.entries(parts).map(([name, part]): [string, Control] => [name, { ...part, joined }])
      : [[joined, { ...field, label: labelOf(field) }] satisfies [string, Control]],
  );
  return Object.fromEntries(controls);
}

/** What was meant by the texts of a form's inputs. "Submit" stores and posts it, so that form, record and server agree. */
export function understood(kind: Kind, typed: Record<string, unknown>): Record<string, string> {
  const controls = controlsOf(kind);
  const meant = Object.entries(typed).map(([name, text]) => [
    name,
    typeof text === 'string' ? meantBy(controls[name] ?? {}, cleanText(text)) : '',
  ]);
  return Object.fromEntries(meant.filter(([, text]) => text !== ''));
}
