import { answersKeptDays } from '#src/contract/answer.ts';

import type { OutboxEntry, WaitReason } from './entry.ts';
import type { OutboxEnvironment } from './environment.ts';
import type { Delivery } from './send.ts';

const aDay = 24 * 3_600_000;
const firstPause = 2_000;
const longestPause = { offline: 2 * 60_000, service: 15 * 60_000 } as const;

/** From this age on the visitor decides: a quarter of the server's memory, so that a clock set back by two months does no harm. */
export const ageLimit = (answersKeptDays / 4) * aDay;

/** Statuses that say "later" rather than "no"; anything else below 500 is an objection. */
export function isRetriable(status: number): boolean {
  return status >= 500 || [408, 409, 425, 429].includes(status);
}

/**
 * Milliseconds until the next attempt: doubling, spread by a fifth so that many devices do not come at once. A service
 * that asks for more than a day gets a day.
 */
export function pauseAfter(
  attempts: number,
  waitsFor: WaitReason,
  retryAfter: number,
  random: () => number,
): number {
  const doubled = Math.min(firstPause * 2 ** Math.max(0, attempts - 1), longestPause[waitsFor]);
  return Math.min(Math.max(retryAfter, Math.round(doubled * (0.9 + 0.2 * random()))), aDay);
}

/** Retry-After in milliseconds: seconds or an HTTP date; 0 where there is none or it makes no sense. */
export function readRetryAfter(header: string | null, now: number): number {
  if (header === null || header.trim() === '') return 0;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

/** So old that the server may forget its key before long. */
export function isTooOld(entry: OutboxEntry, now: number): boolean {
  return now - entry.createdAt > ageLimit;
}

/** No attempt is made by itself any more: the server objected, or it is too old. */
export function needsVisitor(entry: OutboxEntry, now: number): boolean {
  return entry.problem !== undefined || isTooOld(entry, now);
}

/** Milliseconds until it is sent by itself. */
export function timeUntilDue(entry: OutboxEntry, now: number): number {
  return needsVisitor(entry, now) ? Number.POSITIVE_INFINITY : waitOf(entry, now);
}

/** Milliseconds that it was asked to wait from now on; a time further away than any pause is a clock that was set back. */
export function waitOf({ nextAttemptAt }: OutboxEntry, now: number): number {
  const wait = nextAttemptAt - now;
  return wait > 0 && wait <= aDay ? wait : 0;
}

/**
 * `eager` is set when something speaks for a connection (start, `online`, becoming visible): what waits only for
 * one is due at once, while a service that asked for time gets it.
 */
export function isDue(entry: OutboxEntry, now: number, eager: boolean): boolean {
  const wait = timeUntilDue(entry, now);
  return wait === 0 || (eager && entry.waitsFor === 'offline' && Number.isFinite(wait));
}

/** The entry after an attempt that is worth another one. */
export function postpone(
  entry: OutboxEntry,
  delivery: Exclude<Delivery, { type: 'sent' }>,
  env: Pick<OutboxEnvironment, 'now' | 'random'>,
): OutboxEntry {
  const attempts = entry.attempts + 1;
  const waitsFor = delivery.type === 'answered' ? 'service' : 'offline';
  const retryAfter = delivery.type === 'answered' ? delivery.retryAfter : 0;
  const now = env.now();
  const nextAttemptAt = now + pauseAfter(attempts, waitsFor, retryAfter, env.random);
  // A clock that was set back must not make it younger than new.
  const createdAt = Math.min(entry.createdAt, now);
  return { ...entry, createdAt, attempts, waitsFor, nextAttemptAt, problem: undefined };
}
