/** The state machine of a submission's files, on its record. It begins once the text has been delivered. */
import { type Arrived, partCount } from '#src/contract/files.ts';

import { partLeaseMs } from './limits.ts';
import { endedFile, isHere, isLeaving, type LocalReason, type SentFile } from './sent-file.ts';
import {
  type Ended,
  finished,
  gone,
  isEditable,
  isEmpty,
  pauseMs,
  placeOf,
  type Submission,
  type Why,
} from './submission.ts';

/** The file that the next request is about. What was taken back comes first. */
export function nextFile({ files = [] }: Submission): SentFile | undefined {
  return files.find(isLeaving) ?? files.find(isHere);
}

/** True while a delivered record has a file to send or to take back. */
export function isAttaching(record: Submission): boolean {
  return placeOf(record) === 'there' && nextFile(record) !== undefined;
}

/** The next request. */
export function attachClaimed(record: Submission, now: number): Submission {
  const attempts = record.attempts + 1;
  return { ...record, attempts, dueAt: now + partLeaseMs(attempts), why: undefined };
}

/**
 * The result of one request for a file. `refused`: the reason, which ends the file. `isTakenBack`: the server does not have
 * it. `ended`: it does not have the text either.
 */
export type PartResult = {
  arrived?: Arrived;
  refused?: LocalReason | string;
  isTakenBack?: boolean;
  ended?: Ended;
  why?: Why;
  retryAfterMs?: number;
};

/** `dueAt` identifies the claim. `isAsked`: only what has arrived was asked for, and nothing sent. */
type PartAttempt = { sha256: string; isAsked: boolean; dueAt: number; now: number; random: number };

/** Applies the result of a request. Ignores errors if the lease has ended, but never an arrival or an end. */
export function attached(
  record: Submission,
  result: PartResult,
  attempt: PartAttempt,
): Submission | undefined {
  const { sha256, isAsked, dueAt, now, random } = attempt;
  if (placeOf(record) !== 'there') return record;
  if (result.ended) return gone(record, result.ended, now);
  const isOwn = record.dueAt === dueAt;
  const released = isOwn ? { ...record, attempts: Math.max(0, record.attempts - 1), dueAt: 0 } : record;
  const file = record.files?.find((one) => one.sha256 === sha256);
  if (result.isTakenBack)
    return finished({ ...released, files: record.files?.filter((one) => one !== file || !isLeaving(one)) });
  if (file === undefined || !isHere(file)) {
    // The answer to a DELETE that did not succeed; that to a part means nothing any more.
    if (!isOwn || file === undefined || result.why === undefined) return released;
    return paused(record, result, attempt);
  }
  const replaced = (next: SentFile) => record.files?.map((one) => (one === file ? next : one));
  const { arrived, refused } = result;
  if (arrived?.complete) {
    const next = { ...file, state: 'arrived', parts: partCount(file.size) } as const;
    return finished({ ...released, files: replaced(next) });
  }
  if (arrived) {
    // A server that was restored from a backup may have fewer than before.
    const parts = firstMissing(file.size, arrived.parts);
    if (isAsked || parts > file.parts) return { ...released, files: replaced({ ...file, parts }) };
  }
  if (!isOwn) return record;
  if (refused !== undefined) return { ...released, files: replaced(endedFile(file, refused)) };
  return paused(record, result, { now, random });
}

/** The next request waits. */
function paused(
  record: Submission,
  { why = noProgress, retryAfterMs = 0 }: PartResult,
  { now, random }: Pick<PartAttempt, 'now' | 'random'>,
): Submission {
  return { ...record, why, dueAt: now + pauseMs(record.attempts, why, retryAfterMs, random) };
}

const noProgress: Why = { reason: 'service', message: '' };

function firstMissing(size: number, parts: number[]): number {
  const count = partCount(size);
  let n = 0;
  while (n < count && parts.includes(n)) n += 1;
  return n;
}

/** "Remove the file". After "Submit" the list stays until the server has answered, so that the key does. */
export function fileRemoved(record: Submission, sha256: string): Submission | undefined {
  const { fields, files = [], upload } = record;
  const others = files.filter((file) => file.sha256 !== sha256);
  if (isEditable(record))
    return isEmpty({ fields, files: others }) ? undefined : { ...record, files: others };
  const isRefused = files.some((file) => file.sha256 === sha256 && file.state === 'refused');
  if (placeOf(record) === 'there' && (isRefused || !upload)) return finished({ ...record, files: others });
  const left = files.map((file) => (file.sha256 === sha256 ? { ...file, state: 'leaving' as const } : file));
  return { ...record, files: left, dueAt: untilTold(record) };
}

/** "Remove from this device", or a text that arrived although its record was deleted. Unfinished files are taken back first. */
export function removed(record: Submission): Submission | undefined {
  const unfinished = record.files?.filter((file) => isHere(file) || isLeaving(file)) ?? [];
  if (unfinished.length === 0 || record.upload === undefined) return undefined;
  const { secret: _, news: __, status: ___, ...others } = record;
  const files = unfinished.map((file) => ({ ...file, state: 'leaving' as const }));
  return { ...others, state: 'told', fields: {}, files, dueAt: untilTold(record) };
}

/** A pause ends, a lease does not. */
function untilTold(record: Submission): number {
  return placeOf(record) === 'there' && record.why ? 0 : record.dueAt;
}
