import { expect, test } from 'vitest';

import { filesWords } from '#src/content/attachments.ts';
import { parseArrived, partBytes, partCount, partLength, withFiles } from '#src/contract/attachments.ts';
import { cleanName, type FileType, fileTypes } from '#src/contract/file-types.ts';
import { payloadOf } from '#src/contract/forms.ts';
import { fileRefusals, sizeText } from '#src/words/attachments.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

test.each<[string, FileType, string]>([
  ['CV Ada Banda.PDF', 'application/pdf', 'CV Ada Banda.pdf'],
  ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
  ['C:\\fakepath\\cv.docx', word, 'cv.docx'],
  ['invoice\u202efdp.exe', 'application/pdf', 'invoicefdp.exe.pdf'],
  ['a\r\nSet-Cookie: x=1.pdf', 'application/pdf', 'aSet-Cookie x=1.pdf'],
  ['photo.jpeg', 'image/jpeg', 'photo.jpg'],
  ['page.html', 'image/png', 'page.html.png'],
  ['scan.pdf', 'image/jpeg', 'scan.jpg'],
  ['.htaccess', 'image/png', 'htaccess.png'],
  ['Zoë – résumé 履歴書.odt', 'application/vnd.oasis.opendocument.text', 'Zoë – résumé 履歴書.odt'],
  ['...', 'image/webp', 'file.webp'],
  ['', 'application/pdf', 'file.pdf'],
])('%j becomes a name that is safe to save', (name, type, clean) => {
  expect(cleanName(name, type)).toBe(clean);
  expect(cleanName(clean, type)).toBe(clean);
});

test('a long name is shortened between characters, before its ending', () => {
  const name = cleanName(`${'😀'.repeat(300)}.pdf`, 'application/pdf');
  expect(name).toBe(`${'😀'.repeat(100)}.pdf`);
});

test('each accepted type has an ending of its own', () => {
  const endings = Object.values(fileTypes);
  expect(new Set(endings).size).toBe(endings.length);
});

test('of a file refused after its text has arrived nothing can be chosen: the way left is an email', () => {
  for (const said of [...Object.values(fileRefusals), ...Object.values(filesWords.reasons)]) {
    expect(said).toMatch(/\bsend\b.*\bby email\b/i);
    expect(said).not.toMatch(/choose/i);
  }
});

test('a file is cut into parts without a rest', () => {
  const size = 2 * partBytes + 1;
  const lengths = Array.from({ length: partCount(size) }, (_, n) => partLength(size, n));
  expect(lengths).toEqual([partBytes, partBytes, 1]);
  expect(partCount(2 * partBytes)).toBe(2);
});

test('without files a payload is what it was before; with files it has their list', () => {
  const entry = { sha256: 'ab', name: 'cv.pdf', size: 3, type: 'application/pdf' };
  const more = { state: 'here', ...entry };
  expect(payloadOf('apply', { name: 'Ada' })).toEqual({ name: 'Ada' });
  expect(JSON.stringify(payloadOf('apply', { name: 'Ada' }, [more]))).toBe(
    JSON.stringify({ name: 'Ada', files: [entry] }),
  );
  expect(JSON.stringify(withFiles([more]))).toBe(JSON.stringify({ files: [entry] }));
});

test('a response that does not list parts is not taken for one', () => {
  expect(parseArrived({ payload: { parts: [0, 1, 'x'], complete: false } })).toEqual({
    parts: [0, 1],
    complete: false,
  });
  expect([parseArrived('<html>'), parseArrived({ payload: [] })]).toEqual([null, null]);
});

test.each([
  [1, '1 KB'],
  [310_400, '310 KB'],
  [999_400, '999 KB'],
  [2_900_000, '2.9 MB'],
])('%i bytes are told as %s', (size, text) => {
  expect(sizeText(size)).toBe(text);
});
