import { expect, test } from 'vitest';

import { answersKeptDays } from '#src/contract/answer.ts';
import { newEntry } from '#src/outbox/entry.ts';
import {
  ageLimit,
  isDue,
  isRetriable,
  pauseAfter,
  postpone,
  readRetryAfter,
  timeUntilDue,
} from '#src/outbox/retry.ts';

const now = Date.parse('2026-03-01T08:00:00Z');
const middle = () => 0.5;

test('the pause doubles and stays within two minutes while nothing answers', () => {
  const pauses = [1, 2, 3, 4, 20].map((attempts) => pauseAfter(attempts, 'offline', 0, middle));
  expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 120_000]);
  expect(pauseAfter(20, 'service', 0, middle)).toBe(15 * 60_000);
});

test('Retry-After is honoured as seconds and as a date, and nonsense counts as nothing', () => {
  expect(readRetryAfter('40', now)).toBe(40_000);
  expect(readRetryAfter('Sun, 01 Mar 2026 08:01:00 GMT', now)).toBe(60_000);
  for (const header of [null, '', 'soon', '-5']) expect(readRetryAfter(header, now)).toBe(0);
  expect(pauseAfter(1, 'service', 40_000, middle)).toBe(40_000);
});

test('what waits for a connection is due when one appears, what waits for the service is not', () => {
  const entry = { ...newEntry('k', 'subscribe', { name: 'N', email: 'e' }, '', now), nextAttemptAt: now + 1 };
  expect(isDue(entry, now, true)).toBe(true);
  expect(isDue({ ...entry, waitsFor: 'service' }, now, true)).toBe(false);
  expect(isDue({ ...entry, waitsFor: 'service' }, now + 1, false)).toBe(true);
  expect(isDue({ ...entry, problem: 'No such vacancy.' }, now + 1, true)).toBe(false);
});

test('statuses that mean later are retried, objections are not', () => {
  for (const status of [408, 409, 425, 429, 500, 502, 503]) expect(isRetriable(status)).toBe(true);
  for (const status of [400, 401, 403, 404, 410, 413, 422]) expect(isRetriable(status)).toBe(false);
});

test('nothing waits longer than a day, whatever Retry-After asks or the clock says', () => {
  const aDay = 24 * 3_600_000;
  expect(pauseAfter(1, 'service', 1e12, middle)).toBe(aDay);
  const entry = {
    ...newEntry('k', 'subscribe', { name: 'N', email: 'e' }, '', now),
    nextAttemptAt: now + aDay,
  };
  expect(timeUntilDue(entry, now)).toBe(aDay);
  expect(timeUntilDue(entry, now - 1)).toBe(0);
  expect(timeUntilDue({ ...entry, nextAttemptAt: Number.NaN }, now)).toBe(0);
});

test('the server knows a key at least three times as long as an entry is sent by itself', () => {
  const entry = newEntry('k', 'subscribe', { name: 'N', email: 'e' }, '', now);
  expect(3 * ageLimit).toBeLessThan(answersKeptDays * 24 * 3_600_000);
  expect(isDue(entry, now + ageLimit, true)).toBe(true);
  expect(isDue(entry, now + ageLimit + 1, true)).toBe(false);
});

test('an entry from a clock that was ahead ages from its next attempt on', () => {
  const entry = newEntry('k', 'subscribe', { name: 'N', email: 'e' }, '', now + 400 * 24 * 3_600_000);
  expect(isDue(entry, now, false)).toBe(true);
  const env = { now: () => now, random: middle };
  expect(postpone(entry, { type: 'no-answer' }, env).createdAt).toBe(now);
});
