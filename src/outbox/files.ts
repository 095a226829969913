/** The state machine of a submission's files, on its record. It begins once the text has been delivered. */
import { type Arrived, partCount } from '#src/contract/files.ts';

import { endedFile, isFileListed, isHere, type LocalReason, type SentFile } from './sent-file.ts';
import {
  dayMs,
  isDelivered,
  isEditable,
  isEmpty,
  pauseMs,
  type Submission,
  versionOf,
  type Why,
} from './submission.ts';

/** Must be longer than the time for one part. */
export const attachLeaseMs = 90_000;

/** True while a delivered record has files to send. */
export function isAttaching(record: Submission): boolean {
  return isDelivered(record) && (record.files?.some(isHere) ?? false);
}

/** Milliseconds until the next part is due; infinite if there is none. */
export function untilAttach(record: Submission, now: number): number {
  if (!isAttaching(record)) return Number.POSITIVE_INFINITY;
  const wait = (record.attachAt ?? 0) - now;
  // The clock was set back if the wait exceeds its maximum.
  return wait > dayMs ? 0 : Math.max(0, wait);
}

/** The next part. */
export function attachClaimed(record: Submission, now: number): Submission {
  if (untilAttach(record, now) > 0) return record;
  return { ...record, attempts: record.attempts + 1, attachAt: now + attachLeaseMs, why: undefined };
}

/** "Send now". Does not end a lease. */
export function attachedAgain(record: Submission): Submission {
  return isAttaching(record) && record.why ? { ...record, attachAt: 1 } : record;
}

/** The result of one request for a file. `refused`: the reason, which ends the file. */
export type PartResult = {
  arrived?: Arrived;
  refused?: LocalReason | string;
  why?: Why;
  retryAfterMs?: number;
};

/** `attachAt` identifies the claim. `isAsked`: only what has arrived was asked for, and nothing sent. */
export type PartAttempt = { sha256: string; isAsked: boolean; attachAt: number; now: number; random: number };

/** Applies the result of a request. Ignores errors if the lease has ended, but never an arrival. */
export function attached(record: Submission, result: PartResult, attempt: PartAttempt): Submission {
  const { sha256, isAsked, attachAt, now, random } = attempt;
  const isOwn = record.attachAt === attachAt;
  const released = isOwn ? { ...record, attachAt: 0 } : record;
  const file = record.files?.find((one) => one.sha256 === sha256 && isHere(one));
  if (file === undefined) return released;
  const replaced = (next: SentFile) => record.files?.map((one) => (one === file ? next : one));
  const { arrived, refused, why = noProgress, retryAfterMs = 0 } = result;
  if (arrived?.complete) {
    const next = { ...file, state: 'arrived', parts: partCount(file.size) } as const;
    return { ...released, attempts: 0, files: replaced(next) };
  }
  if (arrived) {
    // A server that was restored from a backup may have fewer than before.
    const parts = firstMissing(file.size, arrived.parts);
    const files = replaced({ ...file, parts });
    if (parts > file.parts) return { ...released, attempts: 0, files };
    if (isAsked) return { ...released, files };
  }
  if (!isOwn) return record;
  if (refused !== undefined) return { ...released, attempts: 0, files: replaced(endedFile(file, refused)) };
  return { ...record, why, attachAt: now + pauseMs(record.attempts, why, retryAfterMs, random) };
}

const noProgress: Why = { reason: 'service', message: '' };

function firstMissing(size: number, parts: number[]): number {
  const count = partCount(size);
  let n = 0;
  while (n < count && parts.includes(n)) n += 1;
  return n;
}

/** "Remove the file". After "Submit" the list stays, so that the key does; a text that can be edited loses the file. */
export function fileRemoved(record: Submission, sha256: string): Submission | undefined {
  const isRemoved = (file: SentFile) => file.sha256 === sha256 && isFileListed(file);
  const { fields, files = [] } = record;
  if (!isEditable(record))
    return { ...record, files: files.map((file) => (isRemoved(file) ? { ...file, ...removed } : file)) };
  const left = files.filter((file) => !isRemoved(file));
  return isEmpty({ fields, files: left }) ? undefined : { ...record, v: versionOf(left), files: left };
}

const removed = { state: 'refused', why: 'removed' } as const;
