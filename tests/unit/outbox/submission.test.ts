import { expect, test } from 'vitest';

import {
  acknowledged,
  claimedIfDue,
  claimMs,
  type Delivery,
  type Draft,
  deleted,
  discarded,
  isListed,
  isTooOld,
  keyOf,
  needsVisitor,
  type Submission,
  sentAgain,
  settled,
  submitted,
  textOf,
  typed,
  waitOf,
} from '#src/outbox/submission.ts';

const now = 1_800_000_000_000;
const day = 86_400_000;
const id = '0b6f7e1c-58a1-4c43-9f0e-2d7a1c9b3e55';
const fields = { first_name: 'Mutinta', description: 'I solder. 🔧' };
const draft: Draft = { id, kind: 'apply', job: 'fw', about: 'Firmware Engineer', fields, seen: '' };
const refused = { reason: 'refused', message: 'No' } as const;

function record(change: Partial<Submission> = {}): Submission {
  return { ...submitted(undefined, draft, now), ...change };
}

function settle(before: Submission, delivery: Delivery, isWatched = false): Submission {
  return settled(before, delivery, {
    key: keyOf(record()),
    dueAt: now + claimMs,
    isWatched,
    now,
    random: 0.5,
  });
}

const silence: Delivery = { type: 'silent', message: 'Nobody answered' };
const later: Delivery = { type: 'answered', isFinal: false, message: 'Later', retryAfterMs: 0 };
const no: Delivery = { type: 'answered', isFinal: true, message: 'No', retryAfterMs: 0 };
const yes: Delivery = { type: 'sent', secret: 'secret-of-the-application' };

test('the key is the id with the text in place of its last twelve digits', () => {
  expect(keyOf({ id, fields })).toBe('0b6f7e1c-58a1-4c43-9f0e-d578525490cc');
});

test('another text has another key, and the first text has the first key again', () => {
  const turned = Object.fromEntries(Object.entries(fields).reverse());
  expect(textOf(turned)).toBe(textOf(fields));
  expect(textOf({ ...fields, first_name: 'Mutintà' })).not.toBe(textOf(fields));
});

test('none: a key press begins a record', () => {
  expect(typed(undefined, draft, now)).toMatchObject({ state: 'typing', fields, at: now, dueAt: 0 });
});

test.each(['typing', 'refused'] as const)('%s: a key press changes the text, and nothing else', (state) => {
  const before = record({ state, why: refused, at: now - 5 });
  const after = typed(before, { ...draft, fields: { first_name: 'M' }, seen: textOf(fields) }, now);
  expect(after).toEqual({ ...before, fields: { first_name: 'M' }, at: state === 'typing' ? now : before.at });
});

test.each(['sending', 'waiting', 'sent', 'followed'] as const)('%s: a key press leaves it alone', (state) => {
  const before = record({ state });
  expect(typed(before, { ...draft, seen: textOf(fields) }, now)).toBe(before);
  expect(submitted(before, { ...draft, seen: textOf(fields) }, now)).toBe(before);
});

test('a text that another tab has changed is left alone by key press, Submit and close icon', () => {
  const before = record({ state: 'typing', fields: { first_name: 'Another' } });
  const stale = { ...draft, seen: textOf({ first_name: 'Earlier' }) };
  expect([typed(before, stale, now), submitted(before, stale, now), discarded(before, stale)]).toEqual(
    Array(3).fill(before),
  );
});

test.each([undefined, 'typing', 'refused'] as const)('%s: Submit claims it, and forgets why', (state) => {
  const before = state && record({ state, why: refused, attempts: 7, at: 1 });
  const after = submitted(before, { ...draft, seen: textOf(fields) }, now);
  expect(after).toMatchObject({ state: 'sending', at: now, dueAt: now + claimMs, attempts: 1 });
  expect(after.why).toBeUndefined();
});

test.each(['waiting', 'refused'] as const)('%s: "Send now" claims it under the same key', (state) => {
  const after = sentAgain(record({ state, dueAt: now + 9_000, why: refused }), now);
  expect(after).toMatchObject({ state: 'sending', dueAt: now + claimMs, attempts: 2, why: refused });
  expect(keyOf(after)).toBe(keyOf(record()));
});

test.each(['waiting', 'sending'] as const)('%s: claimed once its time has come, and not before', (state) => {
  const before = record({ state, dueAt: now });
  expect(claimedIfDue(before, now - 1)).toBe(before);
  expect(claimedIfDue(before, now)).toMatchObject({
    state: 'sending',
    dueAt: now + claimMs,
    why: { reason: 'offline' },
  });
});

test.each(['typing', 'sending', 'waiting', 'refused'] as const)('%s: a 2xx for its text ends it', (state) => {
  const after = settle(record({ state, dueAt: 1 }), yes);
  expect(after).toMatchObject({ state: 'sent', fields: {}, secret: 'secret-of-the-application', at: now });
});

test('a 2xx for an earlier text, or for what was sent already, changes nothing', () => {
  const other = record({ fields: { first_name: 'New' } });
  expect(settle(other, yes)).toBe(other);
  const sent = settle(record(), yes);
  expect(settle(sent, { type: 'sent' })).toBe(sent);
});

test('an outcome other than 2xx counts only while its own claim holds', () => {
  const claimedAgain = record({ dueAt: now + claimMs + 1 });
  for (const delivery of [silence, later, no]) expect(settle(claimedAgain, delivery)).toBe(claimedAgain);
});

test.each([
  ['silence', silence, true, 'apply', 'waiting', 'offline'],
  ['an error', later, false, 'apply', 'waiting', 'service'],
  ['an error, its form open', later, true, 'apply', 'refused', 'service'],
  ['an error, its form open', later, true, 'subscribe', 'waiting', 'service'],
  ['another 4xx', no, false, 'apply', 'refused', 'refused'],
  ['another 4xx', no, false, 'subscribe', 'refused', 'refused'],
] as const)('sending: %s (%o, watched %s, %s) makes it %s', (_, delivery, isWatched, kind, state, reason) => {
  const after = settle(record({ kind }), delivery, isWatched);
  expect(after).toMatchObject({ state, why: { reason, message: delivery.message } });
});

test('the wait doubles up to two minutes offline and a quarter of an hour otherwise, and honours Retry-After', () => {
  const waits = (delivery: Delivery) =>
    [1, 2, 3, 6, 7, 9, 20].map((attempts) => (settle(record({ attempts }), delivery).dueAt - now) / 1000);
  expect(waits(silence)).toEqual([2, 4, 8, 64, 120, 120, 120]);
  expect(waits(later)).toEqual([2, 4, 8, 64, 128, 512, 900]);
  expect(waits({ ...later, retryAfterMs: 40_000 })).toEqual([40, 40, 40, 64, 128, 512, 900]);
  expect(waits({ ...later, retryAfterMs: 9 * day })[0]).toBe(day / 1000);
});

test('the close icon removes what is typed or refused, and nothing that was handed over', () => {
  const states = ['typing', 'refused', 'sending', 'waiting', 'sent', 'followed'] as const;
  const left = states.filter((state) => discarded(record({ state }), draft) !== undefined);
  expect(left).toEqual(['sending', 'waiting', 'sent', 'followed']);
});

test('"Delete" removes what is not sent, and nothing that was sent meanwhile', () => {
  const states = ['sending', 'waiting', 'refused', 'sent', 'followed'] as const;
  expect(states.filter((state) => deleted(record({ state })) !== undefined)).toEqual(['sent', 'followed']);
});

test('what was told goes, or is followed by its secret; a refused application stays for another try', () => {
  expect(acknowledged(record({ state: 'sent' }))).toBeUndefined();
  expect(acknowledged(record({ state: 'sent', secret: 's' }))).toMatchObject({
    state: 'followed',
    secret: 's',
  });
  expect(acknowledged(record({ state: 'refused', kind: 'subscribe' }))).toBeUndefined();
  const application = record({ state: 'refused' });
  expect(acknowledged(application)).toBe(application);
});

test('listed is what waits, was refused or is tried again, not what is on its way for the first time', () => {
  const first = record();
  expect(isListed(first)).toBe(false);
  expect(isListed(settle(first, silence))).toBe(true);
  expect(isListed(sentAgain(settle(first, silence), now))).toBe(true);
  expect(isListed(record({ state: 'refused' }))).toBe(true);
  expect(isListed(record({ state: 'typing' }))).toBe(false);
});

test('a time further ahead than any wait comes from a clock that was set back: it is due', () => {
  expect(waitOf(record({ state: 'waiting', dueAt: now + day + 1 }), now)).toBe(0);
  expect(waitOf(record({ state: 'waiting', dueAt: now + day }), now)).toBe(day);
  expect(waitOf(record({ dueAt: now + claimMs + 1 }), now)).toBe(0);
});

test('after 22 days it is the visitor who decides', () => {
  const old = record({ state: 'waiting', at: now - 22 * day - 1, dueAt: now });
  expect([isTooOld, needsVisitor].map((ask) => ask(old, now))).toEqual([true, true]);
  expect(waitOf(old, now)).toBe(Number.POSITIVE_INFINITY);
  expect(claimedIfDue(old, now)).toBe(old);
  expect(sentAgain(old, now).state).toBe('sending');
  expect(waitOf({ ...old, at: now - 22 * day }, now)).toBe(0);
});

test('an attempt that was cut short 22 days ago is listed, and can be sent or deleted', () => {
  const cut = record({ at: now - 23 * day, dueAt: now - 23 * day });
  expect(claimedIfDue(cut, now)).toMatchObject({ state: 'waiting', why: { reason: 'offline' } });
});

test('a draft goes after 30 days', () => {
  const typing = record({ state: 'typing', at: now - 30 * day, dueAt: 0 });
  expect(claimedIfDue(typing, now)).toBe(typing);
  expect(claimedIfDue(typing, now + 1)).toBeUndefined();
});
