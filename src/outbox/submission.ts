/**
 * The state machine of a submission. Each transition takes the record read in the transaction and returns the new record,
 * the same object for no change, or undefined to delete it.
 */
import type { ApplicationStatus } from '#src/contract/application-status.ts';
import { withFiles } from '#src/contract/files.ts';
import { forms } from '#src/contract/forms.ts';
import type { Kind } from '#src/contract/kinds.ts';
import { trapField } from '#src/contract/response.ts';

import { dayMs, firstPauseMs, leaseMs, maxPauseMs } from './limits.ts';
import { endedFile, isFileListed, type SentFile } from './sent-file.ts';

/** Form values by field name. */
export type Fields = Record<string, string>;

/**
 * The last error. `offline`: no response. `slow`: none in time. `service`: a response that does not say whether it was
 * stored. `limited`: not stored yet. `refused`: not accepted and not stored. `deleted`: it was stored, and withdrawn or
 * deleted. `lost`: it was stored, and the server does not have it any more. `message` is for the visitor.
 */
export type Why = {
  reason: 'offline' | 'slow' | 'service' | 'limited' | 'refused' | Ended;
  message: string;
};

/** How a text that was at the server has ended. */
export type Ended = 'deleted' | 'lost';

/** All times are milliseconds since the epoch. */
export type Submission = {
  v: 1;
  /** A uuid. */
  id: string;
  /** Time of the last edit, submit or delivery, or when the result was shown. */
  at: number;
  kind: Kind;
  /** The vacancy's id; empty for a subscription. */
  job: string;
  /** The vacancy's name. */
  about: string;
  /** The vacancy's closing time as shown, ISO 8601. */
  closes?: string | undefined;
  /** After delivery only `addressOf` them, until nothing tells of it any more. */
  fields: Fields;
  files?: readonly SentFile[] | undefined;
  /**
   * `emptied`: stored for "Undo", and shown nowhere. `told`: sent and shown; stored while a file of it is unfinished.
   */
  state: 'typing' | 'emptied' | 'sending' | 'waiting' | 'refused' | 'sent' | 'followed' | 'told' | 'gone';
  /** Of the text; once it has been delivered, requests for its files that brought nothing forward. */
  attempts: number;
  /**
   * End of the lease, or time of the next attempt, of the text and then of its files. Identifies the claim. 0 if nothing
   * waits and the last request has been answered.
   */
  dueAt: number;
  why?: Why | undefined;
  /** Gives the right to send the files. */
  upload?: string | undefined;
  /** Gives access to the status of a sent application. */
  secret?: string | undefined;
  confirm?: boolean | undefined;
  /** Hash of the content that was sent. */
  hash?: string | undefined;
  /**
   * What was begun and has not ended, because the browser may end the page meanwhile: '' while a file is being chosen and
   * prepared, and the name and size of each photo while it is drawn.
   */
  choosing?: readonly string[] | undefined;
  /** Last known status of a followed application. */
  status?: { known: ApplicationStatus | 'gone'; at: number } | undefined;
};

/** A form's content. `seen`: hash of the stored content when the form last read or wrote it, otherwise empty. */
export type Draft = Pick<
  Submission,
  'id' | 'kind' | 'job' | 'about' | 'closes' | 'fields' | 'files' | 'choosing'
> & {
  seen: string;
};

export type Place = 'here' | 'on-its-way' | 'perhaps-there' | 'there' | 'refused' | 'gone';

/** Where a text is, for all that this device knows. Whatever is said about that reads it. */
export function placeOf({ state, why }: Pick<Submission, 'state' | 'why'>): Place {
  if (state === 'typing' || state === 'emptied') return 'here';
  if (state === 'gone') return 'gone';
  if (state === 'sent' || state === 'followed' || state === 'told') return 'there';
  if (state === 'sending') return why ? 'perhaps-there' : 'on-its-way';
  if (why?.reason === 'refused') return 'refused';
  return why?.reason === 'limited' ? 'here' : 'perhaps-there';
}

export const noResponse: Why = { reason: 'offline', message: '' };

/** A submission's content. */
type Content = Pick<Submission, 'fields' | 'files' | 'choosing'>;

/** Hashes fields and the list of files to 12 hexadecimal digits: 64-bit FNV-1a, folded to 48 bits (RFC 9923). */
export function hashOf({ fields, files = [] }: Content): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of JSON.stringify(Object.entries({ ...fields, ...withFiles(files) }).sort()))
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return BigInt.asUintN(48, hash ^ (hash >> 48n))
    .toString(16)
    .padStart(12, '0');
}

/** The Idempotency-Key, derived from the content so that the same content always has the same key. */
export function keyOf({ id, ...content }: Content & Pick<Submission, 'id'>): string {
  return id.slice(0, -12) + hashOf(content);
}

/** Where the answer goes, by the field's name: the email address or, without one, the phone number. */
export function addressOf({ email, phone }: Fields): Fields {
  return email ? { email } : phone ? { phone } : {};
}

/** What the form of a record shows. */
export function contentOf({ state, fields, files, choosing }: Submission): Content {
  return state === 'emptied' ? { fields: {} } : { fields, files, choosing };
}

export function isEmpty({ fields, files = [], choosing = [] }: Content): boolean {
  return Object.keys(fields).length + files.length + choosing.length === 0;
}

/** True if a form can show it. A waiting record is shown in the Outbox only. */
export function isInForm(record: Submission): boolean {
  return isEditable(record) || record.state === 'sending';
}

export function isEditable({ state }: Submission): boolean {
  return state === 'typing' || state === 'refused';
}

/** Typing. An empty form has no record. Does not touch a record that another tab has changed or submitted. */
export function typed(record: Submission | undefined, draft: Draft, now: number): Submission | undefined {
  const isEmptied = record?.state === 'emptied' && isOwn(record, draft);
  // A new object, so that the form keeps this record.
  if (isEmpty(draft)) return isEmptied ? { ...record } : record && discarded(record, draft);
  if (record === undefined || isEmptied) return { ...newRecord(draft, now), state: 'typing', dueAt: 0 };
  if (!isOwn(record, draft)) return record;
  const { fields, files, choosing } = draft;
  return { ...record, fields, files, choosing, at: record.state === 'refused' ? record.at : now };
}

/** "Submit". Does not touch a record that another tab has changed or submitted. */
export function submitted(record: Submission | undefined, draft: Draft, now: number): Submission {
  if (record === undefined) return newRecord(draft, now);
  return isOwn(record, draft) ? newRecord(draft, now) : record;
}

/** True if the form may change the record, and no other tab has. */
function isOwn(record: Submission, draft: Draft): boolean {
  const isOfForm = record.id === draft.id && (isEditable(record) || record.state === 'emptied');
  return isOfForm && [draft.seen, hashOf(draft)].includes(hashOf(contentOf(record)));
}

function newRecord({ seen: _, ...draft }: Draft, now: number): Submission {
  return { v: 1, ...draft, at: now, state: 'sending', attempts: 1, dueAt: now + leaseMs };
}

/** "Edit", or "Send now" of a text with `problems`. The form opens with it, and nothing sends it meanwhile. */
export function edited(record: Submission, problems = ''): Submission {
  if (record.state !== 'waiting' && record.state !== 'refused') return record;
  const { reason = 'refused', message = '' } = record.why ?? {};
  return { ...record, state: 'refused', dueAt: 0, why: { reason, message: problems || message } };
}

/** "Send now", due or not. */
export function sentAgain(record: Submission, now: number): Submission {
  return record.state === 'waiting' || record.state === 'refused' ? claimed(record, now) : record;
}

/** The next attempt. */
export function claimed(record: Submission, now: number): Submission {
  const { attempts, why = noResponse } = record;
  return { ...record, state: 'sending', attempts: attempts + 1, dueAt: now + leaseMs, why };
}

type Receipt = Pick<Submission, 'secret' | 'confirm' | 'upload'>;

/** An attempt's result. `isDeleted`: it had been stored, and was withdrawn or deleted since. */
export type Result =
  | { sent: Receipt; why?: undefined; isDeleted?: undefined }
  | { sent?: undefined; why: Why; retryAfterMs: number; isDeleted?: boolean };

/** `key` and `dueAt` identify the claim. `isWatched`: the form is open and visible. */
type Attempt = { key: string; dueAt: number; isWatched: boolean; now: number; random: number };

/** Applies the result of an attempt. Ignores errors if the lease has ended, but never a 2xx, nor that it was deleted. */
export function settled(record: Submission, result: Result, attempt: Attempt): Submission {
  const { key, isWatched, now, random } = attempt;
  if (result.sent || result.isDeleted) {
    const isOver = ['there', 'gone'].includes(placeOf(record));
    if (isOver || keyOf(record) !== key) return record;
    return result.sent ? sent(record, result.sent, now) : gone(record, 'deleted', now);
  }
  if (record.state !== 'sending' || record.dueAt !== attempt.dueAt) return record;
  const { why, retryAfterMs } = result;
  const isShownInForm = !isSilent(why) && isWatched && forms[record.kind].staysOpen;
  if (why.reason === 'refused' || isShownInForm)
    return { ...record, state: 'refused', dueAt: 0, why, fields: withoutTrap(record.fields) };
  const dueAt = now + pauseMs(record.attempts, why, retryAfterMs, random);
  return { ...record, state: 'waiting', why, dueAt };
}

/** The browser may have filled it in. */
function withoutTrap({ [trapField]: _, ...fields }: Fields): Fields {
  return fields;
}

function sent(record: Submission, receipt: Receipt, now: number): Submission {
  const hash = hashOf(record);
  const { files, choosing: _, ...others } = record;
  const left = receipt.upload ? files : files?.map((file) => endedFile(file, 'unsupported'));
  const delivered = { ...others, hash, files: left, attempts: 0, at: now, dueAt: 0, why: undefined };
  return { ...delivered, state: 'sent', fields: addressOf(record.fields), ...receipt };
}

/** The server has proved that it does not have the text any more. */
export function gone(record: Submission, reason: Ended, now: number): Submission {
  const { v, id, kind, job, about, attempts } = record;
  return {
    ...{ v, id, at: now, kind, job, about, fields: {}, attempts },
    ...{ state: 'gone', dueAt: 0, why: { reason, message: '' } },
  };
}

/** Nothing was received. */
const isSilent = ({ reason }: Why) => reason === 'offline' || reason === 'slow';

/** Exponential backoff with 10 % jitter, at most a day. */
export function pauseMs(attempts: number, why: Why, retryAfterMs: number, random: number): number {
  const max = maxPauseMs[isSilent(why) ? 'silent' : 'answered'];
  const doubled = Math.min(firstPauseMs * 2 ** (attempts - 1), max);
  return Math.min(Math.max(retryAfterMs, Math.round(doubled * (0.9 + 0.2 * random))), dayMs);
}

/** The form's close icon. */
export function discarded(record: Submission, draft: Draft): Submission | undefined {
  return isOwn(record, draft) ? undefined : record;
}

/** "Empty this form", for each record of the form: it would show next what another tab types. */
export function emptied(record: Submission, draft: Draft, now: number): Submission | undefined {
  if (isOwn(record, draft)) return { ...record, state: 'emptied', at: now, choosing: undefined };
  return record.state === 'typing' ? undefined : record;
}

/** "Undo". Only what was not accepted says why. */
export function restored(record: Submission): Submission {
  return record.state === 'emptied' ? { ...record, state: record.why ? 'refused' : 'typing' } : record;
}

/** The page with "Undo" is left. */
export function left(record: Submission): Submission | undefined {
  return record.state === 'emptied' ? undefined : record;
}

/** "Delete" in the Outbox. A record that is being sent, or was sent in the meantime, stays until its result is shown. */
export function deleted(record: Submission): Submission | undefined {
  return ['waiting', 'refused'].includes(record.state) ? undefined : record;
}

/** A visible page has shown the result. A refused record stays if its form does. */
export function acknowledged(record: Submission): Submission | undefined {
  if (record.state === 'gone') return undefined;
  if (record.state === 'sent') return finished({ ...record, state: record.secret ? 'followed' : 'told' });
  return record.state === 'refused' && !forms[record.kind].staysOpen ? undefined : record;
}

/** A record that was told goes with its last unfinished file, and the address of one that is followed. */
export function finished(record: Submission): Submission | undefined {
  if (record.files?.some(isFileListed)) return record;
  if (record.state === 'told') return undefined;
  return record.state === 'followed' ? { ...record, fields: {} } : record;
}
