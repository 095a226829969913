/**
 * The state machine of a submission. Each transition takes the record read in the transaction and returns the new record,
 * the same object for no change, or undefined to delete it.
 */
import type { ApplicationStatus } from '#src/contract/application-status.ts';
import { withFiles } from '#src/contract/attachments.ts';
import type { Kind } from '#src/contract/form-kinds.ts';
import { forms } from '#src/contract/forms.ts';
import { trapField } from '#src/contract/response.ts';

import { dayMs, firstPauseMs, leaseMs, maxPauseMs, prepareLeaseMs } from './limits.ts';
import { endedFile, isFileListed, type SentFile } from './sent-file.ts';

/** Form values by field name. */
export type Fields = Record<string, string>;

/**
 * The last error. `offline`: no response. `slow`: none in time. `service`: a response that does not say whether it was
 * stored. `limited`: not stored yet. `file`: its file could not be prepared, and nothing was sent; without a `message` its
 * page ended. `refused`: not accepted and not stored. `deleted`: it was stored, and withdrawn or deleted. `lost`: it was
 * stored, and the server does not have it any more. `message` is for the visitor.
 */
export type Why = {
  reason: 'offline' | 'slow' | 'service' | 'limited' | 'file' | 'refused' | Ended;
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
  /** `preparing`: submitted, while a file of it is prepared. `told`: sent and shown; stored while a file is unfinished. */
  state: 'typing' | 'preparing' | 'sending' | 'waiting' | 'refused' | 'sent' | 'followed' | 'told' | 'gone';
  /** Of the text; once it has been delivered, requests for its files that brought nothing forward. */
  attempts: number;
  /**
   * End of the lease, or time of the next attempt, of the text and then of its files. Identifies the claim. 0 if nothing
   * waits and the last request has been answered.
   */
  dueAt: number;
  /** How long that was when it was set: further ahead, the clock was set back. */
  waitMs: number;
  why?: Why | undefined;
  /** Gives the right to send the files. */
  upload?: string | undefined;
  /** Gives access to the status of a sent application. */
  secret?: string | undefined;
  confirm?: boolean | undefined;
  /** Hash of the content that was sent. */
  hash?: string | undefined;
  /** Last known status of a followed application. */
  status?: { known: ApplicationStatus | 'gone'; at: number } | undefined;
};

/** A form's content. `seen`: hash of the stored fields when the form last read or wrote them, otherwise empty. */
export type Draft = Pick<Submission, 'id' | 'kind' | 'job' | 'about' | 'closes' | 'fields' | 'files'> & {
  seen: string;
};

export type Place = 'here' | 'on-its-way' | 'perhaps-there' | 'there' | 'refused' | 'gone';

/** Where a text is, for all that this device knows. Whatever is said about that reads it. */
export function placeOf({ state, why }: Pick<Submission, 'state' | 'why'>): Place {
  if (state === 'typing' || state === 'preparing') return 'here';
  if (state === 'gone') return 'gone';
  if (state === 'sent' || state === 'followed' || state === 'told') return 'there';
  if (state === 'sending') return why ? 'perhaps-there' : 'on-its-way';
  if (why?.reason === 'refused') return 'refused';
  return why?.reason === 'limited' || why?.reason === 'file' ? 'here' : 'perhaps-there';
}

export const noResponse: Why = { reason: 'offline', message: '' };

/** A submission's content. */
type Content = Pick<Submission, 'fields' | 'files'>;

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

export function isEmpty({ fields, files = [] }: Content): boolean {
  return Object.keys(fields).length + files.length === 0;
}

/** True if a form can show it. A waiting record is shown in the Outbox only. */
export function isInForm(record: Submission): boolean {
  return isEditable(record) || record.state === 'preparing' || record.state === 'sending';
}

export function isEditable({ state }: Submission): boolean {
  return state === 'typing' || state === 'refused';
}

/** Typing. An empty form has no record. Does not touch a record that another tab has changed or submitted. */
export function typed(record: Submission | undefined, draft: Draft, now: number): Submission | undefined {
  if (record === undefined) return isEmpty({ fields: draft.fields }) ? undefined : begun(draft, now);
  if (!isOwn(record, draft)) return record;
  const next = { ...record, fields: draft.fields, at: record.state === 'refused' ? record.at : now };
  return isEmpty(next) ? undefined : next;
}

/** "Submit". Does not touch a record that another tab has changed or submitted. */
export function submitted(
  record: Submission | undefined,
  draft: Draft,
  now: number,
  isPreparing = false,
): Submission {
  if (record && !isOwn(record, draft)) return record;
  const state = isPreparing ? 'preparing' : 'sending';
  const { files } = record ?? draft;
  return { ...begun({ ...draft, files }, now), state, ...lease(now, isPreparing ? prepareLeaseMs : leaseMs) };
}

/** A file was chosen for this record, or removed. Begins one only for `draft`, which its form still shows. */
export function withFile(
  record: Submission | undefined,
  change: (files: SentFile[]) => SentFile[],
  now: number,
  draft?: Draft,
): Submission | undefined {
  const before = record ?? (draft && begun({ ...draft, files: [] }, now));
  if (before === undefined || !(isEditable(before) || before.state === 'preparing')) return record;
  const files = change([...(before.files ?? [])]);
  const next = { ...before, files: files.length > 0 ? files : undefined };
  return isEmpty(next) ? undefined : next;
}

/** The next step of a preparation begins. */
export function renewed(record: Submission, now: number): Submission {
  return record.state === 'preparing' ? { ...record, ...lease(now, prepareLeaseMs) } : record;
}

/** The preparation has ended: with a `problem`, or with the file stored; or "Send without it". */
export function prepared(record: Submission, problem: string, now: number): Submission {
  if (record.state !== 'preparing') return record;
  if (problem === '') return { ...record, state: 'sending', ...lease(now, leaseMs) };
  return { ...record, ...idle, state: 'refused', why: { reason: 'file', message: problem } };
}

/** True if the form may change the record, and no other tab has. */
function isOwn(record: Submission, draft: Draft): boolean {
  const isOfForm = record.id === draft.id && isEditable(record);
  return isOfForm && [draft.seen, textOf(draft)].includes(textOf(record));
}

/** Hashes the text without its files, which the record alone has. */
export const textOf = ({ fields }: Pick<Submission, 'fields'>) => hashOf({ fields });

function begun({ seen: _, ...draft }: Draft, now: number): Submission {
  return { v: 1, ...draft, at: now, state: 'typing', attempts: 1, ...idle };
}

/** Nothing waits. */
export const idle = { dueAt: 0, waitMs: 0 } as const;

export function lease(now: number, waitMs: number): Pick<Submission, 'dueAt' | 'waitMs'> {
  return { dueAt: now + waitMs, waitMs };
}

/** "Edit", or "Send now" of a text with `problems`. The form opens with it, and nothing sends it meanwhile. */
export function edited(record: Submission, problems = ''): Submission {
  if (record.state !== 'waiting' && record.state !== 'refused') return record;
  const { reason = 'refused', message = '' } = record.why ?? {};
  return { ...record, ...idle, state: 'refused', why: { reason, message: problems || message } };
}

/** "Send now", due or not. */
export function sentAgain(record: Submission, now: number): Submission {
  return record.state === 'waiting' || record.state === 'refused' ? claimed(record, now) : record;
}

/** The next attempt. */
export function claimed(record: Submission, now: number): Submission {
  const { attempts, why = noResponse } = record;
  return { ...record, state: 'sending', attempts: attempts + 1, ...lease(now, leaseMs), why };
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
    return { ...record, ...idle, state: 'refused', why, fields: withoutTrap(record.fields) };
  return {
    ...record,
    state: 'waiting',
    why,
    ...lease(now, pauseMs(record.attempts, why, retryAfterMs, random)),
  };
}

/** The browser may have filled it in. */
export function withoutTrap({ [trapField]: _, ...fields }: Fields): Fields {
  return fields;
}

function sent(record: Submission, receipt: Receipt, now: number): Submission {
  const hash = hashOf(record);
  const { files, ...others } = record;
  const left = receipt.upload ? files : files?.map((file) => endedFile(file, 'unsupported'));
  const delivered = { ...others, hash, files: left, attempts: 0, at: now, ...idle, why: undefined };
  return { ...delivered, state: 'sent', fields: addressOf(record.fields), ...receipt };
}

/** The server has proved that it does not have the text any more. */
export function gone(record: Submission, reason: Ended, now: number): Submission {
  const { v, id, kind, job, about, attempts } = record;
  return {
    ...{ v, id, at: now, kind, job, about, fields: {}, attempts },
    ...{ state: 'gone', ...idle, why: { reason, message: '' } },
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
  const isPreparing = record.id === draft.id && record.state === 'preparing';
  return isPreparing || isOwn(record, draft) ? undefined : record;
}

/** "Empty this form", for each record of the form: it would show next what another tab types. */
export function emptied(record: Submission, draft: Draft): Submission | undefined {
  return record.state === 'typing' ? undefined : discarded(record, draft);
}

/** "Delete" in the Outbox. A record that is being sent, or was sent in the meantime, stays until its result is shown. */
export function deleted(record: Submission): Submission | undefined {
  return ['preparing', 'waiting', 'refused'].includes(record.state) ? undefined : record;
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
