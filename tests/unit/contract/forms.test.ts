import { expect, test } from 'vitest';

import { checkFields, labelOf } from '#src/contract/fields.ts';
import { controlsOf, forms, payloadOf, understood, validate } from '#src/contract/forms.ts';
import type { Validation } from '#src/contract/validation.ts';

const application = {
  name: 'Mutinta Zulu',
  email: 'mutinta@mail.example',
  mobile: '+260 97 123 4567',
  description: 'I solder.',
  job: 'pcb-design-intern',
  profile: 'https://linkedin.example/in/mutinta',
};

const { limit } = forms.apply.fields.description;

const refusedFields = (result: Validation<object>) =>
  result.ok ? [] : result.problems.map(({ field }) => field);

test('a complete form is accepted, trimmed and without other fields', () => {
  const result = validate('apply', { ...application, name: '  Mutinta Zulu ', extra: 1 });
  expect(result).toMatchObject({ ok: true, value: application });
  expect(result).not.toHaveProperty('value.extra');
});

test.each([
  ...Object.keys(application).map((field) => [field, ' ']),
  ['email', 'mutinta'],
  ['email', 'a@b'],
  ['email', 'a b@c.example'],
  ['mobile', 'call me'],
  ['profile', 'javascript:alert(1)'],
  ['profile', `https://a.example/${'x'.repeat(485)}`],
])('an application whose %s is "%s" is refused for that field', (field, value) => {
  expect(refusedFields(validate('apply', { ...application, [field]: value }))).toEqual([field]);
});

test('a description may have 1500 characters, with a line break from a form without scripts counted as one', () => {
  const result = (end: string) =>
    validate('apply', { ...application, description: Array(150).fill('nine char').join(end) + end });
  expect(limit).toBe(1500);
  expect(result('\n').ok).toBe(true);
  expect(result('\r\n')).toEqual(result('\n'));
});

test('a text that is too long is refused with the limit', () => {
  const checked = validate('apply', { ...application, description: 'x'.repeat(1612) });
  const message = 'Description is longer than 1500 characters.';
  expect(checked).toMatchObject({ problems: [{ field: 'description', message }] });
});

test.each([
  [
    'linkedin.com/in/Mutinta Zulu',
    'After linkedin.com/in/Mutinta stands "Zulu". Please enter the link alone, without spaces.',
  ],
  ['none', expect.stringMatching(/^Please enter a link .*WhatsApp link also counts\.$/)],
])('the link %j is refused with what to do', (profile, message) => {
  const checked = validate('apply', { ...application, profile });
  expect(checked).toMatchObject({ problems: [{ field: 'profile', message }] });
});

test('input that is not a subscription is refused for both fields', () => {
  for (const input of [null, 'text', [], {}])
    expect(refusedFields(validate('subscribe', input))).toEqual(['name', 'email']);
});

test('a field that may always stay empty says so; of two that replace each other one is needed', () => {
  const word = { label: 'CV', isOptional: true } as const;
  expect(labelOf(word)).toBe('CV (optional)');
  const { email, phone } = controlsOf('enquiry');
  expect([email?.label, phone?.label]).toEqual(['Email', 'Phone']);
  const two = { one: { ...word, orElse: 'other' }, other: { ...word, orElse: 'one' } };
  expect(checkFields(two, { other: 'x' }).ok).toBe(true);
  const message = 'Please enter an email address or a phone number.';
  expect(checkFields(two, { one: ' ' })).toEqual({ ok: false, problems: [{ field: 'one', message }] });
});

test("a form's texts are understood by input, and empty ones are left out", () => {
  const typed = { first_name: '\u202eMutinta', last_name: '\u2060', profile: 'fb.me/mutinta', other: ' x ' };
  const meant = { first_name: 'Mutinta', profile: 'https://fb.me/mutinta', other: 'x' };
  expect(understood('apply', typed)).toEqual(meant);
});

test("a payload has only the form's fields, valid or not, and a single name", () => {
  expect(payloadOf('subscribe', { email: 'x', extra: 1 })).toEqual({ email: 'x' });
  expect(payloadOf('apply', { last_name: 'Zulu' })).toEqual({ name: 'Zulu' });
});
