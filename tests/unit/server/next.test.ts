import { expect, test } from 'vitest';

import { next, type Outcome, type Tried } from '#server/outgoing/next.ts';

const dayMs = 86_400_000;
const now = Date.parse('2027-03-04T12:00:00.000Z');
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const inSeconds = (seconds: number) => ago(-seconds);
const fresh: Tried = { first_at: ago(0), claimed_at: ago(0), silent: 0, why: null, ended_at: null };
const old = { first_at: ago(4 * 86_400) };

test.each<[what: string, Outcome, Partial<Tried>, after: object | undefined]>([
  ['a 2xx', 'sent', {}, { state: 'sent', why: 'words', silent: 0, ended_at: ago(0) }],
  ['a 2xx after [Send again]', 'sent', { ended_at: ago(9) }, { state: 'sent', ended_at: ago(9) }],
  ['a 5xx', 'refused', {}, { state: 'failed', why: 'words', ended_at: ago(0) }],
  ['a 4xx', 'later', {}, { state: 'waiting', due_at: inSeconds(20), why: 'words', silent: 0 }],
  ['a second 4xx', 'later', { first_at: ago(20) }, { state: 'waiting', due_at: inSeconds(40) }],
  ['many 4xx', 'later', { first_at: ago(7_200) }, { state: 'waiting', due_at: inSeconds(3_600) }],
  ['a clock set back', 'later', { first_at: inSeconds(9_000) }, { state: 'waiting', due_at: inSeconds(20) }],
  [
    'a 4xx after its time',
    'later',
    old,
    { state: 'failed', why: 'tried since 28 February 2027, 14:00: words', ended_at: ago(0) },
  ],
  ['no answer', 'silent', old, { state: 'waiting', due_at: inSeconds(3_600), silent: 1, why: 'no answer' }],
  ['a second one', 'silent', { silent: 1 }, { state: 'failed', why: 'no answer: it may have arrived' }],
  ['a 4xx in between', 'later', { silent: 1 }, { state: 'waiting', silent: 0 }],
  ['nobody reached', 'channel', {}, { state: 'waiting', due_at: ago(0), claimed_at: null, first_at: null }],
  ['nobody reached later', 'channel', { first_at: ago(60) }, { claimed_at: null, first_at: ago(60) }],
  ['nothing to say', 'nothing', {}, undefined],
])('%s (%s) leads to', (_, outcome, message, after) => {
  const change = next({ ...fresh, ...message }, outcome, 'words', 3 * dayMs, now);
  expect(change).toEqual(after && expect.objectContaining(after));
});
