import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type Parsed, parseEmail, parsePhone, parseProfile, parseText } from '#src/contract/typed-text.ts';

import { emails, links, notPhones, phones } from '../../kit/typed-examples.ts';

const stored = ({ value, left }: Parsed) => (left === '' && value) || null;

test.each(links)('the profile link %j is understood as %j', (typed, meant) => {
  expect(stored(parseProfile(typed))).toBe(meant);
});

test.each([
  'linkedin.com /in/mwila',
  'facebook.com/profile.php ?id=1000',
  'linkedin.com/in/mwila -banda',
  'linkedin.com/in/mwila _banda',
  'https://linkedin.com /in/mwila',
  'facebook.com/ mwila.banda',
  'facebook.com /mwila.banda',
  'facebook.com/ mwila.banda/photos',
  'https://facebook.com/ mwila.banda',
  'facebook.com/mwila. banda',
  'linkedin.com/in/ mwila/',
])('no half of the link %j is stored', (typed) => {
  expect(stored(parseProfile(typed))).toBeNull();
});

test.each([...'\r\v\f\u0085\u2028\u2029'])('the sign %j stands between two links', (sign) => {
  const typed = `linkedin.com/in/mwila${sign}github.com/mwila`;
  expect(stored(parseProfile(typed))).toBe('https://linkedin.com/in/mwila');
});

test.each(emails)('the email address %j is understood as %j', (typed, meant) => {
  expect(stored(parseEmail(typed))).toBe(meant);
});

test.each([
  ...['-example.com', 'example-.com', 'a..example', `${'a'.repeat(64)}.com`, 'localhost', 'example.1'],
  'ada@example.com',
])('nobody can reach the host in %j', (host) => {
  expect(stored(parseProfile(`https://${host}/ada`))).toBeNull();
});

test('a phone number is kept as typed, without invisible characters', () => {
  for (const { typed, stored: meant = typed } of phones) expect(stored(parsePhone(typed))).toBe(meant);
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
  ['1\r\n2\r3\v4\f5\u00856\u20287\u20298', '1\n2\n3\n4\n5\n6\n7\n8'],
  ['\u2066 Mwila \u2069', 'Mwila'],
  ...['\u200b', '\u2060\u3164', '\u2800', '\ufffc', '\u00ad\u034f', '\u00a0\u3000', '\u202e'].map((text) => [
    text,
    '',
  ]),
])('the text %j is understood as %j', (typed, meant) => {
  expect(parseText(typed)).toEqual({ value: meant, left: '' });
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
        const { value, left } = parse(parts.join(''));
        if (left === '') expect(parse(value)).toEqual({ value, left: '' });
      }
    }),
    { seed: 1, numRuns: 5_000 },
  );
});

test('a number needs six digits', () => {
  for (const typed of notPhones) expect(stored(parsePhone(typed)), typed).toBeNull();
});

/** What may be cut from around addresses, which are marked. */
const cuts: [RegExp, string][] = [
  [/\?(?:subject|body|b?cc)=.*$/is, ''],
  [/mailto:\/*/gi, ''],
  [/[\w.'/]+@[a-z0-9]+(?:\.[a-z0-9]+)+/gi, '@'],
  // A name before brackets or quotes that open and close.
  [/[^@]*[<(["'[]\s*@\s*[>)"'\]]/g, '@'],
  // A remark, a label, a word between two addresses.
  [/@\s+\([^()]*\)/g, '@'],
  [/^[^:;,<>@]*:\s+@/, '@'],
  [/@\s+[a-z]+\s+(?=@)/g, '@'],
];

test('what is stored is the first address, letter by letter, and all else is what may be cut', () => {
  const local = fc.stringMatching(/^[a-z0-9]{1,6}$/);
  const address = fc.tuple(local, local).map(([name, host]) => `${name}@${host}.com`);
  const words = [' or ', ' ', 'mailto:', 'Email: ', '(work)', ' (work)', '?subject=Hello', 'Banda, Mwila '];
  const piece = fc.oneof(address, address, local, fc.constantFrom(...pieces, ...words));
  let count = 0;
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (parts) => {
      const typed = parts.join('');
      const { value, left } = parseEmail(typed);
      if (left !== '' || value === '') return;
      count += 1;
      expect(typed.indexOf('@'), typed).toBe(typed.indexOf(value) + value.indexOf('@'));
      const rest = cuts.reduce((text, [cut, mark]) => text.replace(cut, mark), typed.replace(value, '@'));
      expect(rest, typed).not.toMatch(/[\p{L}\p{N}]/u);
    }),
    { seed: 1, numRuns: 20_000 },
  );
  expect(count).toBeGreaterThan(1_000);
});

test('no address is stored beside a separator that joins it to a letter or digit', () => {
  const local = fc.stringMatching(/^[a-z0-9]{1,6}$/);
  const address = fc.tuple(local, local).map(([name, host]) => `${name}@${host}.com`);
  const piece = fc.oneof(address, local, fc.constantFrom(...pieces, ' or ', 'mailto:', 'Email: ', '(work)'));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (parts) => {
      const typed = parts.join('');
      const { value, left } = parseEmail(typed);
      if (left !== '' || value === '') return;
      const start = typed.indexOf(value);
      expect(start).toBeGreaterThanOrEqual(0);
      const before = typed.slice(0, start);
      const after = typed.slice(start + value.length);
      expect(before).not.toMatch(/(?<!mailto)(?<=[\p{L}\p{N}])[,;:/|<(["'.]$/u);
      expect(after).not.toMatch(/^[,;:/|>)\]"'.][\p{L}\p{N}](?!\S*@\w+\.com)/u);
    }),
    { seed: 1, numRuns: 5_000 },
  );
});
