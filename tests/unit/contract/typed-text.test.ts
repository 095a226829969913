import fc from 'fast-check';
import { expect, test } from 'vitest';

import { parseEmail, parsePhone, parseProfile, parseText } from '#src/contract/typed-text.ts';

import { emails, links, notPhones, phones } from '../../kit/typed-examples.ts';

test.each(links)('the profile link %j is understood as %j', (typed, stored) => {
  expect(parseProfile(typed) || null).toBe(stored);
});

test.each(emails)('the email address %j is understood as %j', (typed, stored) => {
  expect(parseEmail(typed) || null).toBe(stored);
});

test.each([
  ...['-example.com', 'example-.com', 'a..example', `${'a'.repeat(64)}.com`, 'localhost', 'example.1'],
  'ada@example.com',
])('nobody can reach the host in %j', (host) => {
  expect(parseProfile(`https://${host}/ada`)).toBeUndefined();
});

test('a phone number is kept as typed, without invisible characters', () => {
  for (const { typed, stored = typed } of phones) expect(parsePhone(typed)).toBe(stored);
});

test.each([
  ['\u202eMwila', 'Mwila'],
  ['Zoe\u0308 N\u2019gandu', 'Zoe\u0308 N\u2019gandu'],
  [
    'Thanks \ud83d\udc69\u200d\ud83d\udd27 \u2764\ufe0f',
    'Thanks \ud83d\udc69\u200d\ud83d\udd27 \u2764\ufe0f',
  ],
  [
    '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  ],
  ['One\n\n\ttwo', 'One\n\n\ttwo'],
  ['\u2066 Mwila \u2069', 'Mwila'],
  ...['\u200b', '\u2060\u3164', '\u2800', '\ufffc', '\u00ad\u034f', '\u00a0\u3000', '\u202e'].map((text) => [
    text,
    '',
  ]),
])('the text %j is understood as %j', (typed, meant) => {
  expect(parseText(typed)).toBe(meant);
});

const pieces = [
  'https://',
  'http:',
  '//',
  '.',
  ',',
  ';',
  '(',
  ')',
  '[',
  '<',
  '>',
  '"',
  "'",
  '@',
  ' ',
  '\n',
  ':',
  '/',
  'www.',
];
const odd = [
  '\u200b',
  '\u202e',
  '\u2011',
  '\u00a0',
  '\uff0e',
  '\ufdfa',
  '\u0301',
  '\u2800',
  'a',
  'com',
  'mwila',
  '09',
  '\u0667',
];

test('what was understood is understood again as the same', () => {
  const typed = fc.array(fc.oneof(fc.constantFrom(...pieces, ...odd), fc.string({ unit: 'grapheme' })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(typed, (parts) => {
      for (const parse of [parseText, parsePhone, parseEmail, parseProfile]) {
        const meant = parse(parts.join(''));
        expect(meant && parse(meant)).toBe(meant);
      }
    }),
    { seed: 1, numRuns: 5_000 },
  );
});

test('a number needs six digits', () => {
  for (const typed of notPhones) expect(parsePhone(typed), typed).toBeUndefined();
});
