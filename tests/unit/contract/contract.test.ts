import { expect, test } from 'vitest';

import { translateError } from '#src/contract/answer.ts';
import { descriptionLimit, validateApplication } from '#src/contract/application.ts';
import { validateSubscription } from '#src/contract/subscription.ts';

const application = {
  name: 'Mutinta Zulu',
  email: 'mutinta@mail.example',
  mobile: '+260 97 123 4567',
  description: 'I solder.',
  job: 'pcb-design-intern',
  profile: 'https://linkedin.example/in/mutinta',
};

test('a complete application passes, trimmed', () => {
  const result = validateApplication({ ...application, name: '  Mutinta Zulu ' });
  expect(result).toEqual({ ok: true, value: application });
});

test.each(Object.keys(application))('an application without %s is refused for that field', (field) => {
  const result = validateApplication({ ...application, [field]: ' ' });
  expect(result.ok ? [] : result.problems.map((problem) => problem.field)).toEqual([field]);
});

test.each([
  ['email', 'mutinta'],
  ['email', 'a@b'],
  ['email', 'a b@c.example'],
  ['mobile', 'call me'],
  ['profile', 'linkedin.example/in/mutinta'],
  ['profile', 'javascript:alert(1)'],
  ['description', 'x'.repeat(descriptionLimit + 1)],
])('an application whose %s is %s is refused', (field, value) => {
  const result = validateApplication({ ...application, [field]: value });
  expect(result.ok ? [] : result.problems.map((problem) => problem.field)).toEqual([field]);
});

test('a description may have exactly the limit', () => {
  expect(validateApplication({ ...application, description: 'x'.repeat(descriptionLimit) }).ok).toBe(true);
});

test('the end of a line counts once, as a script counts it and as a form without scripts sends it', () => {
  const lines = (end: string) => Array.from({ length: 150 }, () => 'nine char').join(end);
  const [scripted, plain] = ['\n', '\r\n'].map((end) =>
    validateApplication({ ...application, description: lines(end) }),
  );
  expect(scripted?.ok).toBe(true);
  expect(plain).toEqual(scripted);
});

test.each([[null], ['text'], [[]], [{}]])('a subscription that is %j is refused for both fields', (input) => {
  const result = validateSubscription(input);
  expect(result.ok ? [] : result.problems.map((problem) => problem.field)).toEqual(['name', 'email']);
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
