import { expect, test } from 'vitest';

import { isSecret, readApplicationStatus, readSecret } from '#src/contract/application-status.ts';

const secret = 'Zm9sbG93LW1lLXBsZWFzZQ';

test('of a status the state decides, and what else is no text counts as missing', () => {
  const whole = { job: 'j', createdAt: '2026-11-22T08:00:00Z', state: 'shortlisted', note: 'Call us.' };
  expect(readApplicationStatus({ ...whole, more: 1 })).toEqual(whole);
  expect(readApplicationStatus({ state: 'read', job: 7, note: '', stateAt: null })).toEqual({
    job: '',
    createdAt: '',
    state: 'read',
  });
  for (const odd of [null, [], 'read', {}, { state: 'lost' }, { state: null }])
    expect(readApplicationStatus(odd)).toBe(null);
});

test('a secret is what a header and an address carry unchanged', () => {
  expect(readSecret({ message: 'Thank you', secret })).toBe(secret);
  for (const odd of [null, [], {}, { secret: 7 }, { secret: '' }, { secret: 'with a space in the middle' }])
    expect(readSecret(odd)).toBe(undefined);
  for (const odd of ['', 'short', `${secret}\n`, `${secret}é`, '%20'.repeat(9), 'x'.repeat(201)])
    expect([odd, isSecret(odd)]).toEqual([odd, false]);
});
