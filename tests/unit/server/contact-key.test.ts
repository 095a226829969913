import { expect, test } from 'vitest';

import { contactKey, containing, searchText } from '#server/store/contact-key.ts';

test('an address is one mailbox however it is typed', () => {
  expect(contactKey(' INFO@BÜRO.com ')).toBe('info@büro.com');
  expect(contactKey('ｉｎｆｏ@bu\u0308ro.com')).toBe('info@büro.com');
});

const stored = searchText('Élodie  N´Zi Mwansa-Banda', 'Info@Büro.com', 'Tel. 097 123 4567 (WhatsApp)');

test('a search compares letters, and numbers as they are called', () => {
  expect(stored).toBe('elodie nzi mwansa banda info@buro.com +260971234567');
  expect(searchText('Ada', '', '0123456')).toBe('ada 123456');
});

test.each([
  ['N’Zi', true],
  ["elodie n'zi", true],
  ['mwansa banda', true],
  ['BANDA‑MWANSA', true],
  ['info@büro', true],
  ['0971 234-567', true],
  ['(097) 1234567 banda', true],
  ['+260 97 123 4567', true],
  ['00260971234567', true],
  ['٠٩٧١٢٣٤٥٦٧', true],
  ['123456', true],
  ['Banda Phiri', false],
  ['0971 234 568', false],
  ['%', false],
])('searching “%s” finds them: %s', (search, isFound) => {
  expect(containing(search)(stored)).toBe(isFound);
});
