import type { OutboxEntry, WaitReason } from './entry.ts';

const firstPause = 2_000;
const longestPause = { offline: 2 * 60_000, service: 15 * 60_000 } as const;

/** Statuses that say "later" rather than "no"; anything else from 400 to 499 is an objection. */
export function isRetriable(status: number): boolean {
  return status < 400 || status >= 500 || [408, 409, 425, 429].includes(status);
}

/** Milliseconds until the next attempt: doubling, spread by a fifth so that many devices do not come at once. */
export function pauseAfter(
  attempts: number,
  waitsFor: WaitReason,
  retryAfter: number,
  random: () => number,
): number {
  const doubled = Math.min(firstPause * 2 ** Math.max(0, attempts - 1), longestPause[waitsFor]);
  return Math.max(retryAfter, Math.round(doubled * (0.9 + 0.2 * random())));
}

/** Retry-After in milliseconds: seconds or an HTTP date; 0 where there is none or it makes no sense. */
export function readRetryAfter(header: string | null, now: number): number {
  if (header === null || header.trim() === '') return 0;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

/**
 * `eager` is set when something speaks for a connection (start, `online`, becoming visible): what waits only for
 * one is due at once, while a service that asked for time gets it.
 */
export function isDue(entry: OutboxEntry, now: number, eager: boolean): boolean {
  if (entry.problem !== undefined) return false;
  return entry.nextAttemptAt <= now || (eager && entry.waitsFor === 'offline');
}
