import { expect, test } from 'vitest';

import { claimedIfDue, isListed, isTooOld, needsVisitor, untilChange } from '#src/outbox/due.ts';
import { leaseMs, prepareLeaseMs } from '#src/outbox/limits.ts';
import { placeOf, type Submission, sentAgain } from '#src/outbox/submission.ts';

import { newRecord } from './records.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;

const record = (change: Partial<Submission> = {}) => newRecord(change, now);
const waiting = record({ state: 'waiting', dueAt: now + day, waitMs: day });

test('a record is listed if it is waiting, was refused, is being retried or has been sending for five seconds', () => {
  const listed = [record(), waiting, sentAgain(waiting, now), record({ state: 'refused' })];
  expect(listed.map((one) => isListed(one, now))).toEqual([false, true, true, true]);
  expect([4_999, 5_000, -day].map((since) => isListed(record(), now + since))).toEqual([false, true, true]);
  const others = (['typing', 'sent', 'followed'] as const).map((state) => record({ state }));
  expect(others.map((one) => isListed(one, now + day))).toEqual([false, false, false]);
});

test('a page checks again five seconds after a claim, when the claim ends, and when the wait ends', () => {
  const waits = [0, 4_000, 5_000, leaseMs].map((since) => untilChange(record(), now + since));
  expect(waits).toEqual([5_000, 1_000, leaseMs - 5_000, 0]);
  expect(untilChange(waiting, now)).toBe(day);
  const others = (['typing', 'refused', 'sent', 'followed'] as const).map((state) => record({ state }));
  expect(others.map((one) => untilChange(one, now))).toEqual(Array(4).fill(Infinity));
});

test('a record whose time is further ahead than its wait is due, because the clock was set back', () => {
  const pause = { dueAt: now + 2_000, waitMs: 2_000 };
  for (const one of [record(), record({ state: 'waiting', ...pause }), record({ state: 'preparing' })]) {
    expect(untilChange({ ...one, at: now - day }, now)).toBe(one.waitMs);
    expect(untilChange({ ...one, at: now - day }, now - 3 * 3_600_000)).toBe(0);
  }
});

test('a text whose page died while it prepared a file needs the visitor', () => {
  const preparing = record({ state: 'preparing', dueAt: now + prepareLeaseMs, waitMs: prepareLeaseMs });
  expect(claimedIfDue(preparing, now + prepareLeaseMs - 1)).toBe(preparing);
  const died = claimedIfDue(preparing, now + prepareLeaseMs);
  expect(died).toMatchObject({ state: 'refused', why: { reason: 'file', message: '' } });
  expect([needsVisitor(died as Submission, now), placeOf(died as Submission)]).toEqual([true, 'here']);
});

test('after 22 days the visitor decides, even if the last attempt was interrupted', () => {
  const old = record({ state: 'waiting', at: now - 22 * day - 1, dueAt: now });
  expect([isTooOld(old, now), needsVisitor(old, now), untilChange(old, now)]).toEqual([true, true, Infinity]);
  expect([claimedIfDue(old, now), sentAgain(old, now).state]).toEqual([old, 'sending']);
  expect(untilChange({ ...old, at: now - 22 * day }, now)).toBe(0);
  const cutShort = { ...old, state: 'sending' } as const;
  expect(untilChange(cutShort, now)).toBe(0);
  expect(claimedIfDue(cutShort, now)).toMatchObject({ state: 'waiting' });
});

test('a draft is deleted after 30 days', () => {
  const typing = record({ state: 'typing', at: now - 30 * day });
  expect(claimedIfDue(typing, now)).toBe(typing);
  expect(claimedIfDue(typing, now + 1)).toBeUndefined();
});

test('a time from before the build was a wrong clock: it is moved to the first look with a right one', () => {
  for (const state of ['typing', 'waiting'] as const) {
    const early = record({ state, at: 5_000, dueAt: 10_000 });
    expect(claimedIfDue(early, 6_000)).toBe(early);
    expect(claimedIfDue(early, now)).toMatchObject({
      at: now,
      state: state === 'typing' ? state : 'sending',
    });
  }
});
