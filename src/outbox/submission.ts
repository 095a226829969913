/**
 * A submission is one record from its first key press to the visitor's knowledge of what became of it. Each function here is
 * one arrow of its state machine: it takes the record as it is in the transaction and returns the record as it is to be,
 * undefined to delete it, or the same object to leave it alone.
 */
import type { ApplicationStatus } from '#src/contract/application-status.ts';

export type Kind = 'apply' | 'subscribe';

/** A form's fields by name, as typed. */
export type Fields = Record<string, string>;

/**
 * Why it was not accepted. `offline`: nothing answered. `service`: something answered that proves nothing. `refused`: the
 * server rejected it, and did not store it. `message` is translated for the visitor.
 */
export type Why = { reason: 'offline' | 'service' | 'refused'; message: string };

/** All times are milliseconds since the epoch. */
export type Submission = {
  v: 1;
  /** A uuid. */
  id: string;
  /** When it was typed last, submitted or sent, whichever came last. */
  at: number;
  kind: Kind;
  /** The vacancy's id; empty for a subscription. */
  job: string;
  /** The vacancy's name. */
  about: string;
  /** Empty once it was sent. */
  fields: Fields;
  state: 'typing' | 'sending' | 'waiting' | 'refused' | 'sent' | 'followed';
  attempts: number;
  /** When a claim ends (sending) or the next attempt is due (waiting). Identifies the claim. */
  dueAt: number;
  why?: Why | undefined;
  /** Opens the page of a sent application. */
  secret?: string | undefined;
  /** What the service last said of a followed application. */
  status?: { known: ApplicationStatus | 'gone'; at: number } | undefined;
};

/** What a form shows. `seen` is `textOf` the record's fields when the form last read or wrote it; empty before. */
export type Draft = Pick<Submission, 'id' | 'kind' | 'job' | 'about' | 'fields'> & { seen: string };

const dayMs = 86_400_000;
/** Longer than a POST may take (`postTimeoutMs`). */
export const claimMs = 40_000;
const firstPauseMs = 2_000;
const longestPauseMs = { offline: 2 * 60_000, service: 15 * 60_000 };
/** A quarter of the server's memory of keys, so that a clock set back by two months does no harm. */
const oldestUnasked = 22 * dayMs;
const oldestTyping = 30 * dayMs;

export const noAnswer: Why = { reason: 'offline', message: '' };

/** Names a text by 12 hexadecimal digits: 64-bit FNV-1a, folded to 48 bits (RFC 9923). */
export function textOf(fields: Fields): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of JSON.stringify(Object.entries(fields).sort()))
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return BigInt.asUintN(48, hash ^ (hash >> 48n))
    .toString(16)
    .padStart(12, '0');
}

/** The Idempotency-Key: the same for the same text, also after it was changed and changed back. */
export function keyOf({ id, fields }: Pick<Submission, 'id' | 'fields'>): string {
  return id.slice(0, -12) + textOf(fields);
}

export function hasText({ state }: Submission): boolean {
  return state !== 'sent' && state !== 'followed';
}

export function isEditable({ state }: Submission): boolean {
  return state === 'typing' || state === 'refused';
}

/** A key press. Leaves a record alone that another tab has changed or submitted: the form then begins a new one. */
export function typed(record: Submission | undefined, draft: Draft, now: number): Submission {
  if (record === undefined) return { ...newRecord(draft, now), state: 'typing', dueAt: 0 };
  if (!isOwn(record, draft)) return record;
  return { ...record, fields: draft.fields, at: record.state === 'typing' ? now : record.at };
}

/** "Submit". Leaves a record alone that another tab has changed or submitted. */
export function submitted(record: Submission | undefined, draft: Draft, now: number): Submission {
  return record === undefined || isOwn(record, draft) ? newRecord(draft, now) : record;
}

/** Whether it can still be edited, and no other tab has changed it. */
function isOwn(record: Submission, { seen, fields }: Draft): boolean {
  return isEditable(record) && [seen, textOf(fields)].includes(textOf(record.fields));
}

function newRecord({ id, kind, job, about, fields }: Draft, now: number): Submission {
  return { v: 1, id, at: now, kind, job, about, fields, state: 'sending', attempts: 1, dueAt: now + claimMs };
}

/** "Send now", whatever its time. */
export function sentAgain(record: Submission, now: number): Submission {
  return record.state === 'waiting' || record.state === 'refused' ? claimed(record, now) : record;
}

/** The timer or Background Sync: claims what is due, and takes what is too old off its way. */
export function claimedIfDue(record: Submission, now: number): Submission | undefined {
  if (waitOf(record, now) === 0) return claimed(record, now);
  if (record.state === 'typing' && now - record.at > oldestTyping) return undefined;
  const isCutShort = record.state === 'sending' && isTooOld(record, now) && untilDue(record, now) === 0;
  return isCutShort ? { ...record, state: 'waiting', dueAt: 0, why: record.why ?? noAnswer } : record;
}

function claimed(record: Submission, now: number): Submission {
  const { attempts, why = noAnswer } = record;
  return { ...record, state: 'sending', attempts: attempts + 1, dueAt: now + claimMs, why };
}

/** How an attempt ended. `isFinal`: the server's own 4xx, which another attempt would not change. */
export type Delivery =
  | { type: 'sent'; secret?: string | undefined }
  | { type: 'answered'; isFinal: boolean; message: string; retryAfterMs: number }
  | { type: 'silent'; message: string };

/** The attempt: `key` and `dueAt` are those of its claim; `isWatched`: its form is open and visible. */
type Attempt = { key: string; dueAt: number; isWatched: boolean; now: number; random: number };

/** An attempt's end. A 2xx counts whoever asked; anything else only for the claim that is still held. */
export function settled(record: Submission, delivery: Delivery, attempt: Attempt): Submission {
  const { key, dueAt, isWatched, now, random } = attempt;
  if (delivery.type === 'sent') {
    const { secret } = delivery;
    return hasText(record) && keyOf(record) === key
      ? { ...record, state: 'sent', fields: {}, at: now, dueAt: 0, why: undefined, secret }
      : record;
  }
  if (record.state !== 'sending' || record.dueAt !== dueAt) return record;
  const why = whyOf(delivery);
  const isForForm = delivery.type === 'answered' && isWatched && record.kind === 'apply';
  if (why.reason === 'refused' || isForForm) return { ...record, state: 'refused', dueAt: 0, why };
  const asked = delivery.type === 'answered' ? delivery.retryAfterMs : 0;
  return { ...record, state: 'waiting', why, dueAt: now + pauseMs(record.attempts, why, asked, random) };
}

export function whyOf(delivery: Exclude<Delivery, { type: 'sent' }>): Why {
  const { type, message } = delivery;
  if (type === 'silent') return { reason: 'offline', message };
  return { reason: delivery.isFinal ? 'refused' : 'service', message };
}

/** Doubles, and is spread by a fifth so that many devices do not come at once. At most a day. */
function pauseMs(attempts: number, { reason }: Why, retryAfterMs: number, random: number): number {
  const longest = longestPauseMs[reason === 'offline' ? 'offline' : 'service'];
  const doubled = Math.min(firstPauseMs * 2 ** (attempts - 1), longest);
  return Math.min(Math.max(retryAfterMs, Math.round(doubled * (0.9 + 0.2 * random))), dayMs);
}

/** The form's close icon. */
export function discarded(record: Submission, draft: Draft): Submission | undefined {
  return isOwn(record, draft) ? undefined : record;
}

/** "Delete" in the Outbox. What was sent meanwhile stays until the visitor knows. */
export function deleted(record: Submission): Submission | undefined {
  return ['sending', 'waiting', 'refused'].includes(record.state) ? undefined : record;
}

/** A visible page has told the visitor what became of it. A refused application stays for another try. */
export function told(record: Submission): Submission | undefined {
  if (record.state === 'sent') return record.secret ? { ...record, state: 'followed' } : undefined;
  return record.state === 'refused' && record.kind === 'subscribe' ? undefined : record;
}

/** Milliseconds until it is sent without a press; infinite where it never is. */
export function waitOf(record: Submission, now: number): number {
  const isUnderWay = record.state === 'sending' || record.state === 'waiting';
  return isUnderWay && !isTooOld(record, now) ? untilDue(record, now) : Number.POSITIVE_INFINITY;
}

function untilDue({ state, dueAt }: Submission, now: number): number {
  const wait = dueAt - now;
  // A time further ahead than any wait comes from a clock that was set back.
  return wait > (state === 'sending' ? claimMs : dayMs) ? 0 : Math.max(0, wait);
}

/** So old that the server may soon forget its key. */
export function isTooOld({ state, at }: Submission, now: number): boolean {
  return (state === 'sending' || state === 'waiting') && now - at > oldestUnasked;
}

/** Nothing more happens to it without the visitor. */
export function needsVisitor(record: Submission, now: number): boolean {
  return record.state === 'refused' || isTooOld(record, now);
}

/** An ordinary submission on its way is not: its form shows it. */
export function isListed({ state, why }: Submission): boolean {
  return state === 'waiting' || state === 'refused' || (state === 'sending' && why !== undefined);
}
