import { expect, test } from 'vitest';

import { parseApplicationStatus, parseSecret, secretIn } from '#src/contract/application-status.ts';
import { translateError } from '#src/contract/response.ts';

const other = 'Error 446: Something went wrong!.';

test.each([
  [null, undefined, 'Error 500: Server connection failed!.'],
  [401, { error: 'nope' }, 'Invalid Email address or password!'],
  [422, { error: { details: [{ message: 'First' }, { message: 'Second' }] } }, 'First'],
  [422, { error: 'The vacancy is closed.' }, 'The vacancy is closed.'],
  [422, { error: { details: [] } }, other],
  [422, '<html>', other],
  [404, { error: 'x' }, other],
  [503, null, other],
])('status %s with body %j is shown as %s', (status, body, sentence) => {
  expect(translateError(status, body)).toBe(sentence);
});

test("an application's status needs a valid state, and a field of the wrong type counts as missing", () => {
  const whole = { job: 'j', createdAt: '2026-11-22T08:00:00Z', state: 'shortlisted', note: 'Call us.' };
  expect(parseApplicationStatus({ ...whole, more: 1 })).toEqual(whole);
  const bare = { job: '', createdAt: '', state: 'read' };
  expect(parseApplicationStatus({ state: 'read', job: 7, note: '', stateAt: null })).toEqual(bare);
  for (const odd of [null, [], 'read', {}, { state: 'lost' }, { state: null }])
    expect(parseApplicationStatus(odd)).toBe(null);
});

test('a secret is a text that fits unchanged into a header and an address', () => {
  const secret = 'Zm9sbG93LW1lLXBsZWFzZQ';
  expect(parseSecret({ message: 'Thank you', secret })).toBe(secret);
  for (const odd of [null, [], {}, { secret: 7 }, { secret: '' }, { secret: 'with a space in the middle' }])
    expect(parseSecret(odd)).toBe(undefined);
  for (const odd of ['', 'short', `${secret} `, 'with a space', '%20'.repeat(9), 'x'.repeat(201)])
    expect([odd, parseSecret({ secret: odd })]).toEqual([odd, undefined]);
});

test.each(['S', 'S.', '*S*', '<S>', '\u200bS\u200b', 'S)', 'S Thank you', '(S): here', 'S%'])(
  'the secret in the link that ends with #%s is found',
  (hash) => {
    const secret = 'Zm9sbG93LW1lLXBsZWFzZQ';
    expect(secretIn(hash.replace('S', secret))).toBe(secret);
  },
);
