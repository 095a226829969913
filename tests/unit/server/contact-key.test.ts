import { expect, test } from 'vitest';

import { contactKey, containing, personKey, searchText } from '#server/store/contact-key.ts';

/** Names in one mailbox, and whether they are one person. */
test.each([
  ['Mwale Liz', 'Liz C. Mwale', true],
  ['Noël Two', 'NOEL TWO', true],
  ['Mary-Jane Phiri', 'Mary Jane Phiri', true],
  ['  Banda, Ada ', 'Ada M. Banda', true],
  ['J. Banda', 'M. Banda', false],
  ['Ruth Phiri', 'Isaac Phiri', false],
  ['L. Mwale', 'Liz Mwale', false],
  ['李 明', '明 李', true],
  ['李 明', '李 红', false],
])('“%s” and “%s” at one address are one person: %s', (one, other, isSame) => {
  expect(personKey(one) === personKey(other)).toBe(isSame);
});

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
