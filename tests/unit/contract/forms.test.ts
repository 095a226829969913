import { expect, test } from 'vitest';

import { checkFields } from '#src/contract/fields.ts';
import { forms, payloadOf, validate } from '#src/contract/forms.ts';
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

test('a complete application passes, trimmed', () => {
  const result = validate('apply', { ...application, name: '  Mutinta Zulu ' });
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
  ['description', 'x'.repeat(limit + 1)],
])('an application whose %s is "%s" is refused for that field', (field, value) => {
  expect(refusedFields(validate('apply', { ...application, [field]: value }))).toEqual([field]);
});

test('a description may have 1500 characters; a line of a form without scripts ends in one', () => {
  const result = (end: string) =>
    validate('apply', { ...application, description: Array(150).fill('nine char').join(end) + end });
  expect(limit).toBe(1500);
  expect(result('\n').ok).toBe(true);
  expect(result('\r\n')).toEqual(result('\n'));
});

test.each([
  ['description', 'x'.repeat(1612), 'Description: 1,612 of 1,500: shorten it by 112.'],
  ['profile', `https://a.example/${'x'.repeat(485)}`, 'Profile link: 503 of 500: shorten it by 3.'],
])('a %s that is too long is refused with its length', (field, value, message) => {
  const checked = validate('apply', { ...application, [field]: value });
  expect(checked).toMatchObject({ problems: [{ field, message }] });
});

test.each([[null], ['text'], [[]], [{}]])('a subscription that is %j is refused for both fields', (input) => {
  expect(refusedFields(validate('subscribe', input))).toEqual(['name', 'email']);
});

test('a complete subscription passes', () => {
  const value = { name: 'Chanda', email: 'chanda@mail.example' };
  expect(validate('subscribe', { ...value, extra: 1 })).toEqual({ ok: true, value });
});

test('first and last name are one name, joined by one space', () => {
  const named = (parts: object) => payloadOf('apply', { ...application, name: '', ...parts }).name;
  expect(named({ first_name: ' Mutinta ', last_name: 'Zulu' })).toBe('Mutinta Zulu');
  expect(named({ last_name: 'Zulu' })).toBe('Zulu');
});

test('a payload has what was typed into the form and no other field, valid or not', () => {
  expect(payloadOf('subscribe', { email: 'x', extra: 1 })).toEqual({ email: 'x' });
});

test('a field may be optional, and its check may ask for another field', () => {
  const field = { label: 'Email', isOptional: true } as const;
  const check = (text: string, { phone }: Record<string, string>) =>
    text || phone ? undefined : 'One of the two.';
  const fields = { email: { ...field, check }, phone: { ...field, label: 'Phone' } };
  expect(checkFields(fields, { phone: '1' })).toEqual({ ok: true, value: { email: '', phone: '1' } });
  expect(refusedFields(checkFields(fields, {}))).toEqual(['email']);
});
