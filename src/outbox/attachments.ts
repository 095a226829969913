/** The state machine of a submission's files, on its record. It begins once the text has been delivered. */
import { type Arrived, partCount } from '#src/contract/attachments.ts';

import { partLeaseMs } from './limits.ts';
import { endedFile, isHere, type LocalReason, type SentFile } from './sent-file.ts';
import {
  type Ended,
  finished,
  gone,
  idle,
  lease,
  pauseMs,
  placeOf,
  type Submission,
  type Why,
} from './submission.ts';

/** The file that the next request is about. */
export function nextFile({ files = [] }: Submission): SentFile | undefined {
  return files.find(isHere);
}

/** True while a delivered record has a file to send. */
export function isAttaching(record: Submission): boolean {
  return placeOf(record) === 'there' && nextFile(record) !== undefined;
}

/** The next request. */
export function attachClaimed(record: Submission, now: number): Submission {
  const attempts = record.attempts + 1;
  return { ...record, attempts, ...lease(now, partLeaseMs(attempts)), why: undefined };
}

/** The result of one request for a file. `refused`: the reason, which ends the file. `ended`: the server lacks the text too. */
export type PartResult = {
  arrived?: Arrived;
  refused?: LocalReason | string;
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
  const released = isOwn ? { ...record, attempts: Math.max(0, record.attempts - 1), ...idle } : record;
  const file = record.files?.find((one) => one.sha256 === sha256);
  if (file === undefined || !isHere(file)) return released;
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
  return { ...record, why, ...lease(now, pauseMs(record.attempts, why, retryAfterMs, random)) };
}

const noProgress: Why = { reason: 'service', message: '' };

function firstMissing(size: number, parts: number[]): number {
  const count = partCount(size);
  let n = 0;
  while (n < count && parts.includes(n)) n += 1;
  return n;
}

/** "Remove the file" of a text that has arrived. What the server has of it counts as not arrived. */
export function fileRemoved(record: Submission, sha256: string): Submission | undefined {
  if (placeOf(record) !== 'there') return record;
  const files = record.files?.filter((file) => file.sha256 !== sha256 || file.state === 'arrived');
  return finished({ ...record, files });
}
