/**
 * The state machine of a submission. Each transition takes the record read in the transaction and returns the new record,
 * the same object for no change, or undefined to delete it.
 */
import type { ApplicationStatus } from '#src/contract/application-status.ts';
import { withFiles } from '#src/contract/files.ts';
import { forms } from '#src/contract/forms.ts';
import type { Kind } from '#src/contract/kinds.ts';

import { endedFile, type SentFile } from './sent-file.ts';

/** Form values by field name. */
export type Fields = Record<string, string>;

/**
 * The last error. `offline`: no response. `service`: a response that does not say whether it was stored. `limited`: not
 * stored yet. `refused`: not accepted and not stored. `message` is for the visitor.
 */
export type Why = { reason: 'offline' | 'service' | 'limited' | 'refused'; message: string };

/** All times are milliseconds since the epoch. */
export type Submission = {
  /** See `versionOf`. */
  v: 1 | 2;
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
  /** Emptied after delivery. */
  fields: Fields;
  files?: readonly SentFile[] | undefined;
  /** `told`: sent and shown; stored for a day longer, so that a form in another tab learns of it. */
  state: 'typing' | 'sending' | 'waiting' | 'refused' | 'sent' | 'followed' | 'told';
  /** Of the text; once it has been delivered, of the files since a part last arrived. */
  attempts: number;
  /** End of the lease (sending) or time of the next attempt (waiting). Identifies the claim. */
  dueAt: number;
  why?: Why | undefined;
  /** End of the lease of a part, or time of the next attempt; 0 if the last part has been answered. */
  attachAt?: number | undefined;
  /** Gives the right to send the files. */
  upload?: string | undefined;
  /** Gives access to the status of a sent application. */
  secret?: string | undefined;
  confirm?: boolean | undefined;
  /** Hash of the content that was sent. */
  hash?: string | undefined;
  /** Notifications about the application are wanted. */
  news?: boolean | undefined;
  /** When a page first found a draft too old. */
  foundOldAt?: number | undefined;
  /** Last known status of a followed application. */
  status?: { known: ApplicationStatus | 'gone'; at: number } | undefined;
};

/** A form's content. `seen`: hash of the stored content when the form last read or wrote it, otherwise empty. */
export type Draft = Pick<Submission, 'id' | 'kind' | 'job' | 'about' | 'closes' | 'fields' | 'files'> & {
  seen: string;
};

export const dayMs = 86_400_000;
/** Must be longer than `postTimeoutMs`. */
export const leaseMs = 40_000;
const firstPauseMs = 2_000;
const maxPauseMs = { offline: 2 * 60_000, service: 15 * 60_000 };

/** True if nobody knows whether the last attempt was stored. */
export function mayHaveArrived({ reason }: Why): boolean {
  return reason === 'offline' || reason === 'service';
}

/** True if it is at the server, for all that this device knows. */
export function mayBeStored({ state, why }: Submission): boolean {
  return state !== 'typing' && (why === undefined || mayHaveArrived(why));
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

export function isEmpty({ fields, files = [] }: Content): boolean {
  return Object.keys(fields).length + files.length === 0;
}

/** True if a form can show it. A waiting record is shown in the Outbox only. */
export function isInForm(record: Submission): boolean {
  return isEditable(record) || record.state === 'sending';
}

export function isEditable({ state }: Submission): boolean {
  return state === 'typing' || state === 'refused';
}

export function isDelivered({ state }: Submission): boolean {
  return state === 'sent' || state === 'followed' || state === 'told';
}

/** True if this is the content that was sent. Records of release 1.0 do not say. */
export function wasSent(record: Submission, content: Content): boolean {
  return isDelivered(record) && [undefined, hashOf(content)].includes(record.hash);
}

/** Releases that know no files leave version 2 alone. */
export const versionOf = (files: readonly SentFile[] = []) => (files.length > 0 ? 2 : 1);

/** Typing. An empty form has no record. Does not touch a record that another tab has changed or submitted. */
export function typed(record: Submission | undefined, draft: Draft, now: number): Submission | undefined {
  if (isEmpty(draft)) return record && discarded(record, draft);
  if (record === undefined) return { ...newRecord(draft, now), state: 'typing', dueAt: 0 };
  if (!isOwn(record, draft)) return record;
  const { v, fields, files } = newRecord(draft, now);
  if (record.state === 'refused') return { ...record, v, fields, files };
  return { ...record, v, fields, files, at: now, foundOldAt: undefined };
}

/** "Submit". Does not touch a record that another tab has changed or submitted. */
export function submitted(record: Submission | undefined, draft: Draft, now: number): Submission {
  return record === undefined || isOwn(record, draft) ? newRecord(draft, now) : record;
}

/** True if the record is editable and no other tab has changed it. */
function isOwn(record: Submission, draft: Draft): boolean {
  return isEditable(record) && [draft.seen, hashOf(draft)].includes(hashOf(record));
}

function newRecord({ seen: _, ...draft }: Draft, now: number): Submission {
  return {
    v: versionOf(draft.files),
    ...draft,
    at: now,
    state: 'sending',
    attempts: 1,
    dueAt: now + leaseMs,
  };
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

/** An attempt's result. */
export type Result =
  | { sent: Pick<Submission, 'secret' | 'confirm' | 'upload'>; why?: undefined }
  | { sent?: undefined; why: Why; retryAfterMs: number };

/** `key` and `dueAt` identify the claim. `isWatched`: the form is open and visible. */
type Attempt = { key: string; dueAt: number; isWatched: boolean; now: number; random: number };

/** Applies the result of an attempt. Ignores errors if the lease has ended, but never a 2xx. */
export function settled(record: Submission, result: Result, attempt: Attempt): Submission {
  const { key, isWatched, now, random } = attempt;
  if (result.sent)
    return !isDelivered(record) && keyOf(record) === key ? sent(record, result.sent, now) : record;
  if (record.state !== 'sending' || record.dueAt !== attempt.dueAt) return record;
  const { why, retryAfterMs } = result;
  const isShownInForm = why.reason !== 'offline' && isWatched && forms[record.kind].staysOpen;
  if (why.reason === 'refused' || isShownInForm) return { ...record, state: 'refused', dueAt: 0, why };
  const dueAt = now + pauseMs(record.attempts, why, retryAfterMs, random);
  return { ...record, state: 'waiting', why, dueAt };
}

function sent(
  record: Submission,
  result: Pick<Submission, 'secret' | 'confirm' | 'upload'>,
  now: number,
): Submission {
  const hash = hashOf(record);
  const files = result.upload ? record.files : record.files?.map((file) => endedFile(file, 'unsupported'));
  const delivered = { ...record, hash, files, attempts: 0, at: now, dueAt: 0, attachAt: 0, why: undefined };
  return { ...delivered, state: 'sent', fields: {}, ...result };
}

/** Exponential backoff with 10 % jitter, at most a day. */
export function pauseMs(attempts: number, { reason }: Why, retryAfterMs: number, random: number): number {
  const max = maxPauseMs[reason === 'offline' ? 'offline' : 'service'];
  const doubled = Math.min(firstPauseMs * 2 ** (attempts - 1), max);
  return Math.min(Math.max(retryAfterMs, Math.round(doubled * (0.9 + 0.2 * random))), dayMs);
}

/** The form's close icon. */
export function discarded(record: Submission, draft: Draft): Submission | undefined {
  return isOwn(record, draft) ? undefined : record;
}

/** "Empty this form", for each record of the form. */
export function emptied(record: Submission): Submission | undefined {
  return record.state === 'typing' ? undefined : record;
}

/** "Delete" in the Outbox. A record sent in the meantime stays until its result is shown. */
export function deleted(record: Submission): Submission | undefined {
  return ['sending', 'waiting', 'refused'].includes(record.state) ? undefined : record;
}

/** A visible page has shown the result. A refused record stays if its form does. */
export function acknowledged(record: Submission, now: number): Submission | undefined {
  if (record.state === 'sent')
    return record.secret ? { ...record, state: 'followed' } : { ...record, state: 'told', at: now };
  return record.state === 'refused' && !forms[record.kind].staysOpen ? undefined : record;
}
