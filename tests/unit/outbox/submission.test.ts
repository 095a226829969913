import { expect, test } from 'vitest';

import { attached } from '#src/outbox/attachments.ts';
import { claimedIfDue } from '#src/outbox/due.ts';
import { leaseMs, prepareLeaseMs } from '#src/outbox/limits.ts';
import {
  acknowledged,
  type Draft,
  deleted,
  discarded,
  edited,
  emptied,
  hashOf,
  keyOf,
  placeOf,
  prepared,
  type Result,
  renewed,
  type Submission,
  sentAgain,
  settled,
  submitted,
  typed,
  withFile,
} from '#src/outbox/submission.ts';
import { fileTransitions, transitions } from '#src/outbox/transitions.ts';

import { arrowsOf, drawnIn } from '../../kit/mermaid.ts';

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

const states = [
  'none',
  'typing',
  'preparing',
  'sending',
  'waiting',
  'refused',
  'sent',
  'followed',
  'told',
  'gone',
] as const;
const deletedThere: Result = { ...no, isDeleted: true };
const file = { sha256: 'a', name: '', size: 1, type: '', state: 'here', parts: 0 } as const;
const part = { sha256: 'a', isAsked: false, dueAt: 0, now, random: 0.5 };

const nothing: Draft = { ...draft, fields: {} };

/** The events of `transitions` as the code has them. Each is tried with and without what decides where it leads. */
const events: Record<string, ((before?: Submission) => Submission | undefined)[]> = {
  'key-press': [(before) => typed(before, changed, now), (before) => typed(before, nothing, now)],
  file: [(before) => withFile(before, () => [file], now, draft)],
  Submit: [(before) => submitted(before, draft, now), (before) => submitted(before, draft, now, true)],
  step: [(before) => before && renewed(before, now)],
  'file-stored': [(before) => before && prepared(before, '', now)],
  'without-it': [(before) => before && prepared(before, '', now)],
  'file-problem': [(before) => before && prepared(before, 'Damaged', now)],
  'send-now': [(before) => before && sentAgain(before, now)],
  Edit: [(before) => before && edited(before)],
  time: [(before) => before && claimedIfDue(before, now + prepareLeaseMs)],
  'too-old': [
    (before) => (before?.state === 'preparing' ? before : before && claimedIfDue(before, now + 31 * day)),
  ],
  'no-answer': [(before) => before && settle(before, silence)],
  refusal: [(before) => before && settle(before, no), (before) => before && settle(before, later, true)],
  '2xx': [(before) => before && settle(before, yes)],
  '410': [(before) => before && settle(before, deletedThere)],
  'file-404-or-410': [(before) => before && attached(before, { ended: 'lost' }, part)],
  shown: [
    (before) => before && acknowledged({ ...before, secret: 's' }),
    (before) => before && acknowledged(before),
    (before) => before && acknowledged({ ...before, files: [file] }),
    (before) => before && acknowledged({ ...before, kind: 'subscribe' }),
  ],
  'close-icon': [(before) => before && discarded(before, draft)],
  Empty: [
    (before) => before && emptied(before, draft),
    (before) => before && emptied(before, { ...draft, id: 'of another tab' }),
  ],
  Delete: [(before) => before && deleted(before)],
  removed: [(before) => (before?.state === 'followed' ? undefined : before)],
  'last-file': [
    (before) =>
      before &&
      attached(
        { ...before, files: [file] },
        before.state === 'told' ? { arrived: { parts: [0], complete: true } } : {},
        part,
      ),
  ],
};

test('each event leads where the table of transitions says, and nowhere else', () => {
  const found = Object.entries(events).flatMap(([event, all]) =>
    states.flatMap((from) => {
      const before =
        from === 'none' ? undefined : record({ state: from, dueAt: from === 'sending' ? now + leaseMs : 0 });
      const ends = all.map((next) => [before, next(before)] as const);
      const isSame = (after?: Submission) => after?.state === before?.state;
      const isChanged = ends.filter(
        ([, after]) => !isSame(after) || (after !== before && event !== 'last-file'),
      );
      return isChanged.map(([, after]) => `${from} --> ${after?.state ?? 'none'}: ${event}`);
    }),
  );
  const expected = transitions.map(([from, event, to]) => `${from} --> ${to}: ${event}`);
  const kept = (line: string) => !/^(\w+) --> \1: shown/.test(line);
  expect([...new Set(found.filter(kept))].sort()).toEqual([...expected].sort());
});

test('the diagrams in README.md are the tables in the code', () => {
  const drawn = drawnIn('src/outbox/README.md').map((arrow) => arrow.replaceAll('[*]', 'none'));
  expect(drawn.sort()).toEqual(arrowsOf([...transitions, ...fileTransitions]));
});

test('one function says where a text is', () => {
  const reasons = ['offline', 'slow', 'service', 'limited', 'refused'] as const;
  const places = (['typing', 'sending', 'waiting', 'refused'] as const).map((state) =>
    reasons.map((reason) => placeOf({ state, why: { reason, message: '' } })),
  );
  const [here, perhaps] = ['here', 'perhaps-there'];
  const unsure = [perhaps, perhaps, perhaps, here, 'refused'];
  expect(places).toEqual([Array(5).fill(here), Array(5).fill(perhaps), unsure, unsure]);
  expect(placeOf(record())).toBe('on-its-way');
});

test('"Edit" keeps what is known, and "Send now" of a text that is not accepted any more says what to mend', () => {
  const waiting = record({ state: 'waiting', why: { reason: 'offline', message: 'Nobody answered' } });
  expect(edited(waiting)).toMatchObject({ state: 'refused', why: waiting.why, fields });
  const toMend = edited(waiting, 'Please enter an email address.');
  expect(toMend.why).toEqual({ reason: 'offline', message: 'Please enter an email address.' });
  expect(placeOf(toMend)).toBe('perhaps-there');
});

test('a refused record drops what was filled into the trap, so that it is sent again without it', () => {
  const typedIn = { ...draft, fields: { ...fields, leave_empty: 'x' } };
  const filled = submitted(undefined, typedIn, now);
  const attempt = { key: keyOf(filled), dueAt: filled.dueAt, isWatched: true, now, random: 0.5 };
  expect(settled(filled, no, attempt)).toMatchObject({ state: 'refused', why });
  expect(settled(filled, no, attempt).fields).toEqual(fields);
});

test('what was withdrawn or deleted leaves nothing on the device', () => {
  const { at: _, ...after } = settle(record({ closes: 'x' }), deletedThere);
  expect(after).toEqual({
    ...{ v: 1, id, kind: 'apply', job: 'fw', about: 'Engineer', fields: {}, attempts: 1 },
    ...{ state: 'gone', dueAt: 0, waitMs: 0, why: { reason: 'deleted', message: '' } },
  });
});

test('a key press and "Send now" keep the reason for a refusal; Submit starts afresh', () => {
  const before = record({ state: 'refused', why, at: 1, attempts: 7 });
  expect(sentAgain(before, now)).toEqual({ ...record({ at: 1, attempts: 8 }), why });
  expect(typed(before, changed, now)).toEqual({ ...before, fields: changed.fields });
  expect(submitted(before, draft, now)).toEqual(record());
});

test('a 2xx keeps the secret, and of the fields the address until it was told; for an earlier text it changes nothing', () => {
  const address = { email: 'mutinta@example.com' };
  expect(settle(record({ dueAt: 1 }), yes)).toMatchObject({ fields: {}, secret });
  expect(settle(record({ dueAt: 1 }), { sent: { confirm: true } })).toMatchObject({ confirm: true });
  const other = record({ fields: changed.fields });
  expect(settle(other, yes)).toBe(other);
  const both = record({ fields: { ...address, phone: '0970 000 000', message: 'How much is it?' } });
  const arrived = settled(both, yes, { key: keyOf(both), dueAt: 1, isWatched: false, now, random: 0.5 });
  expect(arrived.fields).toEqual(address);
  expect(acknowledged(arrived)?.fields).toEqual({});
  const withFile = acknowledged({ ...arrived, files: [file] });
  expect(withFile?.fields).toEqual(address);
  const complete = { arrived: { parts: [0], complete: true } };
  expect(withFile && attached(withFile, complete, part)?.fields).toEqual({});
});

test('an outcome other than a 2xx counts only while its own claim is valid, and gives the reason', () => {
  const claimedAgain = record({ dueAt: now + leaseMs + 1 });
  for (const result of [silence, later, no]) expect(settle(claimedAgain, result)).toBe(claimedAgain);
  for (const result of [silence, later, no]) expect(settle(record(), result).why).toBe(result.why);
});

test('the wait doubles up to its limit, and respects Retry-After', () => {
  const waits = (result: Result) =>
    [1, 2, 3, 6, 7, 9, 20].map((attempts) => (settle(record({ attempts }), result).dueAt - now) / 1000);
  expect(waits(silence)).toEqual([2, 4, 8, 64, 120, 120, 120]);
  expect(waits(later)).toEqual([2, 4, 8, 64, 128, 512, 900]);
  expect(waits({ ...later, retryAfterMs: 40_000 })).toEqual([40, 40, 40, 64, 128, 512, 900]);
  expect(waits({ ...later, retryAfterMs: 9 * day })[0]).toBe(day / 1000);
});
