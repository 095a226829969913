import { expect, test } from 'vitest';

import { claimedIfDue } from '#src/outbox/due.ts';
import {
  acknowledged,
  type Draft,
  deleted,
  discarded,
  emptied,
  hashOf,
  keyOf,
  leaseMs,
  type Result,
  type Submission,
  sentAgain,
  settled,
  submitted,
  typed,
  wasSent,
} from '#src/outbox/submission.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;
const id = '0b6f7e1c-58a1-4c43-9f0e-2d7a1c9b3e55';
const fields = { first_name: 'Mutinta', description: 'I solder. 🔧' };
const draft: Draft = { id, kind: 'apply', job: 'fw', about: 'Engineer', fields, seen: hashOf({ fields }) };
const changed: Draft = { ...draft, fields: { first_name: 'M' } };
const why = { reason: 'refused', message: 'No' } as const;

const silence: Result = { why: { reason: 'offline', message: 'Nobody answered' }, retryAfterMs: 0 };
const later: Result = { why: { reason: 'service', message: 'Later' }, retryAfterMs: 0 };
const no: Result = { why, retryAfterMs: 0 };
const secret = 'secret-of-the-application';
const yes: Result = { sent: { secret } };

function record(change: Partial<Submission> = {}): Submission {
  return { ...submitted(undefined, draft, now), ...change };
}

function settle(before: Submission, result: Result, isWatched = false): Submission {
  const attempt = { key: keyOf(record()), dueAt: now + leaseMs, isWatched, now, random: 0.5 };
  return settled(before, result, attempt);
}

test('a text has the same hash in any order of its fields', () => {
  const { first_name, description } = fields;
  expect(hashOf({ fields: { description, first_name } })).toBe(hashOf({ fields }));
});

const states = ['none', 'typing', 'refused', 'sending', 'waiting', 'sent', 'followed', 'told'] as const;

/** What each event turns a record in each state into: another state, `gone`, or `-` for the same object. */
test.each<[string, (before?: Submission) => Submission | undefined, string]>([
  ['a key press', (before) => typed(before, changed, now), 'typing typing refused - - - - -'],
  ['Submit', (before) => submitted(before, draft, now), 'sending sending sending - - - - -'],
  ['"Send now"', (before) => before && sentAgain(before, now), '- - sending - sending - - -'],
  ['its time', (before) => before && claimedIfDue(before, now + leaseMs), '- - - sending sending - - -'],
  ['a 2xx', (before) => before && settle(before, yes), '- sent sent sent sent - - -'],
  ['silence', (before) => before && settle(before, silence), '- - - waiting - - - -'],
  ['an error', (before) => before && settle(before, later), '- - - waiting - - - -'],
  ['an error seen', (before) => before && settle(before, later, true), '- - - refused - - - -'],
  ['another 4xx', (before) => before && settle(before, no), '- - - refused - - - -'],
  ['the close icon', (before) => before && discarded(before, draft), '- gone gone - - - - -'],
  ['"Empty this form"', (before) => before && emptied(before), '- gone - - - - - -'],
  ['"Delete"', (before) => before && deleted(before), '- - gone gone gone - - -'],
  ['the thanks', (before) => before && acknowledged(before, now), '- - - - - told - -'],
])('%s', (_, event, expected) => {
  const after = states.map((state) => {
    const before = state === 'none' ? undefined : record({ state });
    const next = event(before);
    return next === before ? '-' : (next?.state ?? 'gone');
  });
  expect(after.join(' ')).toBe(expected);
});

test('a key press, Submit and the close icon leave a text alone that another tab has changed', () => {
  const before = record({ state: 'typing', fields: { first_name: 'Another' } });
  for (const next of [typed(before, draft, now), submitted(before, draft, now), discarded(before, draft)])
    expect(next).toBe(before);
});

test('a key press and "Send now" keep the reason for a refusal; Submit starts afresh', () => {
  const before = record({ state: 'refused', why, at: 1, attempts: 7 });
  expect(sentAgain(before, now)).toEqual({ ...record({ at: 1, attempts: 8 }), why });
  expect(typed(before, changed, now)).toEqual({ ...before, fields: changed.fields });
  expect(submitted(before, draft, now)).toEqual(record());
});

test('a 2xx deletes the fields and keeps the secret; for an earlier text it changes nothing', () => {
  expect(settle(record({ dueAt: 1 }), yes)).toMatchObject({ fields: {}, secret });
  expect(settle(record({ dueAt: 1 }), { sent: { confirm: true } })).toMatchObject({ confirm: true });
  const other = record({ fields: changed.fields });
  expect(settle(other, yes)).toBe(other);
});

test('an outcome other than a 2xx counts only while its own claim is valid, and gives the reason', () => {
  const claimedAgain = record({ dueAt: now + leaseMs + 1 });
  for (const result of [silence, later, no]) expect(settle(claimedAgain, result)).toBe(claimedAgain);
  for (const result of [silence, later, no]) expect(settle(record(), result).why).toBe(result.why);
});

test('a subscription waits even while its form is open, and is deleted once its refusal has been shown', () => {
  expect(settle(record({ kind: 'subscribe' }), later, true).state).toBe('waiting');
  expect(acknowledged(record({ state: 'refused', kind: 'subscribe' }), now)).toBeUndefined();
  const followed = { state: 'followed', secret: 's' };
  expect(acknowledged(record({ state: 'sent', secret: 's' }), now)).toMatchObject(followed);
});

test('a sent record keeps the hash of its text, and once shown it stays for a day longer', () => {
  const sent = settle(record(), { sent: {} });
  expect([wasSent(sent, draft), wasSent(sent, changed), wasSent(record(), draft)]).toEqual([
    ...[true, false, false],
  ]);
  const told = acknowledged(sent, now + 7 * day);
  if (told === undefined) throw new Error('No other tab can learn of it.');
  expect(told).toMatchObject({ state: 'told', fields: {}, hash: hashOf(draft) });
  expect(claimedIfDue(told, now + 8 * day - 1)).toBe(told);
  expect(claimedIfDue(told, now + 8 * day)).toBeUndefined();
});

test('the wait doubles up to its limit, and respects Retry-After', () => {
  const waits = (result: Result) =>
    [1, 2, 3, 6, 7, 9, 20].map((attempts) => (settle(record({ attempts }), result).dueAt - now) / 1000);
  expect(waits(silence)).toEqual([2, 4, 8, 64, 120, 120, 120]);
  expect(waits(later)).toEqual([2, 4, 8, 64, 128, 512, 900]);
  expect(waits({ ...later, retryAfterMs: 40_000 })).toEqual([40, 40, 40, 64, 128, 512, 900]);
  expect(waits({ ...later, retryAfterMs: 9 * day })[0]).toBe(day / 1000);
});
