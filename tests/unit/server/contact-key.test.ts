import { expect, test } from 'vitest';

import { contactKey, personKey, searchText } from '#server/store/contact-key.ts';

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

test('an address is one mailbox however it is typed, and a search finds letters with and without accents', () => {
  expect(contactKey(' INFO@BÜRO.com ')).toBe('info@büro.com');
  expect(contactKey('ｉｎｆｏ@bu\u0308ro.com')).toBe('info@büro.com');
  expect(searchText('Élodie  N’Zi', 'Info@Büro.com')).toBe('elodie n’zi info@buro.com');
});
