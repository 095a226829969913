import { expect, test } from 'vitest';

import { translateError } from '#src/contract/answer.ts';
import { descriptionLimit, validateApplication } from '#src/contract/application.ts';
import { isSecret, readApplicationStatus, readSecret } from '#src/contract/application-status.ts';
import { validateSubscription } from '#src/contract/subscription.ts';

const application = {
  name: 'Mutinta Zulu',
  email: 'mutinta@mail.example',
  mobile: '+260 97 123 4567',
  description: 'I solder.',
  job: 'pcb-design-intern',
  profile: 'https://linkedin.example/in/mutinta',
};

const refusedFields = (result: ReturnType<typeof validateApplication | typeof validateSubscription>) =>
  result.ok ? [] : result.problems.map(({ field }) => field);

test('a complete application passes, trimmed', () => {
  const result = validateApplication({ ...application, name: '  Mutinta Zulu ' });
  expect(result).toEqual({ ok: true, value: application });
});

test.each([
  ...Object.keys(application).map((field) => [field, ' ']),
  ['email', 'mutinta'],
  ['email', 'a@b'],
  ['email', 'a b@c.example'],
  ['mobile', 'call me'],
  ['profile', 'linkedin.example/in/mutinta'],
  ['profile', 'javascript:alert(1)'],
  ['description', 'x'.repeat(descriptionLimit + 1)],
])('an application whose %s is "%s" is refused for that field', (field, value) => {
  expect(refusedFields(validateApplication({ ...application, [field]: value }))).toEqual([field]);
});

test('a description may have 1500 characters; a line of a form without scripts ends in one', () => {
  const result = (end: string) =>
    validateApplication({ ...application, description: Array(150).fill('nine char').join(end) + end });
  expect(descriptionLimit).toBe(1500);
  expect(result('\n').ok).toBe(true);
  expect(result('\r\n')).toEqual(result('\n'));
});

test.each([
  ['description', 'x'.repeat(1612), 'Description: 1,612 of 1,500: shorten it by 112.'],
  ['profile', `https://a.example/${'x'.repeat(485)}`, 'Profile link: 503 of 500: shorten it by 3.'],
])('a %s that is too long is refused with its length', (field, value, message) => {
  const checked = validateApplication({ ...application, [field]: value });
  expect(checked).toMatchObject({ problems: [{ field, message }] });
});

test.each([[null], ['text'], [[]], [{}]])('a subscription that is %j is refused for both fields', (input) => {
  expect(refusedFields(validateSubscription(input))).toEqual(['name', 'email']);
});

test('a complete subscription passes', () => {
  const value = { name: 'Chanda', email: 'chanda@mail.example' };
  expect(validateSubscription({ ...value, extra: 1 })).toEqual({ ok: true, value });
});

test.each([
  [null, undefined, 'Error 500: Server connection failed!.'],
  [401, { error: 'nope' }, 'Invalid Email address or password!'],
  [422, { error: { details: [{ message: 'First' }, { message: 'Second' }] } }, 'First'],
  [422, { error: 'The vacancy is closed.' }, 'The vacancy is closed.'],
  [422, { error: { details: [] } }, 'Error 446: Something went wrong!.'],
  [422, '<html>', 'Error 446: Something went wrong!.'],
  [404, { error: 'x' }, 'Error 446: Something went wrong!.'],
  [503, null, 'Error 446: Something went wrong!.'],
])('status %s with body %j reads %s', (status, body, sentence) => {
  expect(translateError(status, body)).toBe(sentence);
});

test("of an application's status the state decides, and a field of another type counts as missing", () => {
  const whole = { job: 'j', createdAt: '2026-11-22T08:00:00Z', state: 'shortlisted', note: 'Call us.' };
  expect(readApplicationStatus({ ...whole, more: 1 })).toEqual(whole);
  const bare = { job: '', createdAt: '', state: 'read' };
  expect(readApplicationStatus({ state: 'read', job: 7, note: '', stateAt: null })).toEqual(bare);
  for (const odd of [null, [], 'read', {}, { state: 'lost' }, { state: null }])
    expect(readApplicationStatus(odd)).toBe(null);
});

test('a secret is a text that a header and an address carry unchanged', () => {
  const secret = 'Zm9sbG93LW1lLXBsZWFzZQ';
  expect(readSecret({ message: 'Thank you', secret })).toBe(secret);
  for (const odd of [null, [], {}, { secret: 7 }, { secret: '' }, { secret: 'with a space in the middle' }])
    expect(readSecret(odd)).toBe(undefined);
  for (const odd of ['', 'short', `${secret}\n`, `${secret}é`, '%20'.repeat(9), 'x'.repeat(201)])
    expect([odd, isSecret(odd)]).toEqual([odd, false]);
});
