/** Derives state from a record and the time. None of it is stored. */
import { isAttaching } from './attachments.ts';
import { buildDay, listedAfterMs, maxDraftAgeMs, maxRetryAgeMs } from './limits.ts';
import { isFileListed } from './sent-file.ts';
import { claimed, idle, noResponse, placeOf, type Submission } from './submission.ts';

/** True until the record is delivered, refused or deleted. */
export function isPending({ state }: Submission): boolean {
  return state === 'sending' || state === 'waiting';
}

/** True while its text or a file has to be sent. */
export function isUnfinished(record: Submission): boolean {
  return isPending(record) || isAttaching(record);
}

/**
 * For the timer and Background Sync. Claims a due text, deletes an old draft, ends a lease that is too old to retry, and one
 * whose page ended while it prepared a file.
 */
export function claimedIfDue(before: Submission, now: number): Submission | undefined {
  const isClockMended = before.at < buildDay && now >= buildDay;
  const record = isClockMended ? { ...before, at: now } : before;
  if (record.state === 'typing') return now - record.at > maxDraftAgeMs ? undefined : record;
  if (untilDue(record, now) > 0) return record;
  if (record.state === 'preparing')
    return { ...record, ...idle, state: 'refused', why: { reason: 'file', message: '' } };
  if (!isPending(record)) return record;
  if (!isTooOld(record, now)) return claimed(record, now);
  return record.state === 'sending'
    ? { ...record, ...idle, state: 'waiting', why: record.why ?? noResponse }
    : record;
}

/** Milliseconds until `claimedIfDue`, `isListed` or a file needs something; infinite if time changes nothing. */
export function untilChange(record: Submission, now: number): number {
  const wait = untilDue(record, now);
  if (isAttaching(record)) return wait;
  if (!isPending(record) && record.state !== 'preparing') return Number.POSITIVE_INFINITY;
  if (record.state === 'waiting') return isTooOld(record, now) ? Number.POSITIVE_INFINITY : wait;
  return isListed(record, now) ? wait : Math.min(wait, record.at + listedAfterMs - now);
}

/** A clock that was set back makes it due. */
function untilDue({ dueAt, waitMs }: Submission, now: number): number {
  return dueAt - now > waitMs ? 0 : Math.max(0, dueAt - now);
}

/** Milliseconds until the next request for a file is due; infinite if there is none. */
export function untilAttach(record: Submission, now: number): number {
  return isAttaching(record) ? untilDue(record, now) : Number.POSITIVE_INFINITY;
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
  if (placeOf(record) === 'there') return files?.some(isFileListed) ?? false;
  if (state !== 'sending' && state !== 'preparing') return state === 'waiting' || state === 'refused';
  // A time ahead was that of another clock.
  return why !== undefined || now < record.at || now - record.at >= listedAfterMs;
}
