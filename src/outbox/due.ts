/** Derives state from a record and the time. None of it is stored. */
import { retentionDays } from '#src/contract/retention.ts';

import { isAttaching, untilAttach } from './files.ts';
import { isFileListed } from './sent-file.ts';
import { claimed, dayMs, isDelivered, leaseMs, noResponse, type Submission } from './submission.ts';

/** A submission that gets a response sooner is not listed. */
const listedAfterMs = 5_000;
/** A quarter of `retentionDays.requestKey`, which leaves room for a clock that is two months slow. */
const maxRetryAgeMs = 22 * dayMs;
const maxDraftAgeMs = retentionDays.draft * dayMs;

/** True until the record is delivered, refused or deleted. */
export function isPending({ state }: Submission): boolean {
  return state === 'sending' || state === 'waiting';
}

/** True while its text or a file has to be sent. */
export function isUnfinished(record: Submission): boolean {
  return isPending(record) || isAttaching(record);
}

/** For the timer and Background Sync. Claims a due record, deletes what is old, ends a lease that is too old to retry. */
export function claimedIfDue(record: Submission, now: number): Submission | undefined {
  if (record.state === 'typing') return agedDraft(record, now);
  if (record.state === 'told') return isToldLongAgo(record, now) ? undefined : record;
  if (!isPending(record) || untilDue(record, now) > 0) return record;
  if (!isTooOld(record, now)) return claimed(record, now);
  return record.state === 'sending' ? { ...record, ...ended, why: record.why ?? noResponse } : record;
}

/** A record stays while it has a file on its way, or one whose refusal has not been seen. */
function isToldLongAgo({ at, files = [] }: Submission, now: number): boolean {
  return Math.abs(now - at) >= dayMs && !files.some(isFileListed);
}

/** Deletes a draft found too old twice, at least a day apart. Once could be due to a clock that was wrong when it was typed. */
function agedDraft(record: Submission, now: number): Submission | undefined {
  if (now - record.at <= maxDraftAgeMs) return record;
  const { foundOldAt } = record;
  if (foundOldAt === undefined) return { ...record, foundOldAt: now };
  return now - foundOldAt >= dayMs ? undefined : record;
}

const ended = { state: 'waiting', dueAt: 0 } as const;

/** Milliseconds until `claimedIfDue` or `isListed` changes its result; infinite if time changes neither. */
export function untilChange(record: Submission, now: number): number {
  if (!isPending(record)) return untilAttach(record, now);
  const wait = untilDue(record, now);
  if (record.state === 'waiting') return isTooOld(record, now) ? Number.POSITIVE_INFINITY : wait;
  return isListed(record, now) ? wait : wait - (leaseMs - listedAfterMs);
}

function untilDue({ state, dueAt }: Submission, now: number): number {
  const wait = dueAt - now;
  // The clock was set back if the wait exceeds its maximum.
  return wait > (state === 'sending' ? leaseMs : dayMs) ? 0 : Math.max(0, wait);
}

/** Too old to retry, because the server may soon delete its key. */
export function isTooOld(record: Submission, now: number): boolean {
  return isPending(record) && now - record.at > maxRetryAgeMs;
}

/** True if only the visitor can send it, or has to be told about a file. */
export function needsVisitor(record: Submission, now: number): boolean {
  return (
    record.state === 'refused' || isTooOld(record, now) || (isListed(record, now) && !isUnfinished(record))
  );
}

/** True if the Outbox shows it, except on a page whose form does. */
export function isListed(record: Submission, now: number): boolean {
  const { state, why, files } = record;
  if (isDelivered(record)) return files?.some(isFileListed) ?? false;
  if (state !== 'sending') return state === 'waiting' || state === 'refused';
  return why !== undefined || untilDue(record, now) <= leaseMs - listedAfterMs;
}
