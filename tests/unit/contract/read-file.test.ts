import JSZip from 'jszip';
import { expect, test } from 'vitest';

import { type FoundFile, jpegSegments, readFile } from '#src/contract/read-file.ts';
import { withoutMetadata } from '#src/outbox/page/photo-metadata.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const text = 'application/vnd.oasis.opendocument.text';

const bytesOf = (content: string) => Uint8Array.from(content, (letter) => letter.charCodeAt(0));

function zip(...names: string[]): Promise<Uint8Array> {
  const made = new JSZip();
  for (const name of names) made.file(name, name === 'mimetype' ? text : 'x', { createFolders: false });
  return made.generateAsync({ type: 'uint8array', platform: 'DOS' });
}

/** A file of Office before 2007, with the names of its parts. */
const old = (...names: string[]) =>
  bytesOf(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${names.map((name) => `${[...name].join('\0')}\0`).join('')}`);

/** A Word file before 2007, whose header says whether the text is encrypted. */
function oldWord(isEncrypted: boolean): Uint8Array {
  const bytes = new Uint8Array(1600);
  bytes.set(old('WordDocument'));
  bytes.set([0xec, 0xa5, 0, 0, 0, 0, 0, 0, 0, 0, 0, isEncrypted ? 1 : 0], 1024);
  return bytes;
}

test.each<[string, Promise<Uint8Array> | Uint8Array | string, string, Partial<FoundFile>]>([
  ['a PDF', '%PDF-1.7\n%%EOF', 'cv.pdf', { type: 'application/pdf' }],
  ['a PDF after a mark', '\xef\xbb\xbf%PDF-1.7\n%%EOF', 'cv.pdf', { type: 'application/pdf' }],
  ['half a PDF', '%PDF-1.7\n', 'cv.pdf', { type: 'application/pdf', isCut: true }],
  [
    'a PDF that may ask for a password',
    '%PDF-1.7\ntrailer<</Encrypt 9 0 R>>%%EOF',
    'cv.pdf',
    { type: 'application/pdf', isProtected: true },
  ],
  ['a page that contains a PDF', '<!doctype html><p>%PDF-', 'cv.pdf', { other: 'page' }],
  ['RTF', '{\\rtf1\\ansi}', 'cv.doc', { type: 'application/rtf' }],
  ['a web page', '\ufeff\n<html xmlns:w="urn:x">', 'cv.doc', { other: 'page' }],
  ['a web archive', 'MIME-Version: 1.0\r\n', 'cv.doc', { other: 'page' }],
  [
    "Word's XML",
    '<?xml version="1.0"?><?mso-application progid="Word.Document"?>',
    'cv.doc',
    { other: 'wordXml' },
  ],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0', 'IMG_1.jpg', { other: 'heic' }],
  ['a film', '\0\0\0\x18ftypisom\0\0\0\0', 'film.mp4', {}],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">', 'plan.svg', {}],
  ['sound', 'RIFF\x10\0\0\0WAVEfmt ', 'x.wav', {}],
  ['nothing', '', 'x', {}],
  ['Word', zip('[Content_Types].xml', '_rels/.rels', 'word/document.xml'), 'cv.docx', { type: word }],
  ['Word from another program', zip('_rels/.rels', 'word/document2.xml'), 'cv.docx', { type: word }],
  [
    'Word that begins with its theme',
    zip('theme/theme1.xml', 'word/document.xml'),
    'cv.docx',
    { type: word },
  ],
  ['Word that begins with META-INF', zip('META-INF/x', 'word/document.xml'), 'cv.docx', { type: word }],
  ['Word that begins with [trash]', zip('[trash]/0000.dat', 'word/document.xml'), 'cv.docx', { type: word }],
  ['Word with backslashes', zip('word\\document.xml'), 'cv.docx', { type: word }],
  ['Word with macros', zip('word/document.xml', 'word/vbaProject.bin'), 'cv.docm', { other: 'macros' }],
  ['a spreadsheet', zip('[Content_Types].xml', 'xl/workbook.xml'), 'x.xlsx', { other: 'spreadsheet' }],
  ['slides', zip('[Content_Types].xml', 'ppt/presentation.xml'), 'x.pptx', { other: 'slides' }],
  ['OpenDocument', zip('mimetype', 'content.xml'), 'cv.odt', { type: text }],
  ['OpenDocument whose type is not first', zip('content.xml', 'mimetype'), 'cv.odt', { type: text }],
  ['another zip', zip('photo.jpg'), 'photos.zip', {}],
  ['half a zip', zip('word/document.xml').then((whole) => whole.slice(0, 40)), 'cv.docx', { isCut: true }],
  ['Word before 2007', oldWord(false), 'cv.doc', { type: 'application/msword' }],
  [
    'Word before 2007 with a password',
    oldWord(true),
    'cv.doc',
    { type: 'application/msword', isProtected: true },
  ],
  ['Word with a password', old('EncryptedPackage'), 'CV.DOCX', { type: word, isProtected: true }],
  ['a spreadsheet with a password', old('EncryptedPackage'), 'x.xlsx', { other: 'spreadsheet' }],
  ['a spreadsheet before 2007', old('Workbook'), 'x.xls', { other: 'spreadsheet' }],
  ['slides before 2007', old('PowerPoint Document'), 'x.ppt', { other: 'slides' }],
])('%s is found', async (_, content, name, found) => {
  const bytes = typeof content === 'string' ? bytesOf(content) : await content;
  const nothing = { type: undefined, other: undefined, isProtected: false, isCut: false };
  expect({ ...nothing, ...readFile(bytes, name) }).toEqual({ ...nothing, ...found });
});

/** Files of a stranger, made of as many parts as fit. */
const crowded: Record<string, (size: number) => Uint8Array<ArrayBuffer>> = {
  'a JPEG of empty segments': (size) => filled(size, '\xff\xd8\xff\xe0\0\x04ab', '\xff\xe1\0\x02'),
  'a JPEG of filling': (size) => filled(size, '\xff\xd8', '\xff'),
  'a JPEG of empty scans': (size) => filled(size, '\xff\xd8\xff\xda\0\x02', '\xff\xda\0\x02'),
  'a JPEG of restarts': (size) => filled(size, '\xff\xd8\xff\xda\0\x02', '\xff\xd0'),
  'a PNG of empty texts': (size) => filled(size, '\x89PNG\r\n\x1a\n', '\0\0\0\0tEXt\0\0\0\0'),
  'a WebP of empty chunks': (size) => {
    const bytes = filled(size, 'RIFF\0\0\0\0WEBP', 'XMP \0\0\0\0');
    new DataView(bytes.buffer).setUint32(4, size - 8, true);
    return bytes;
  },
  'a zip of nameless files': (size) => {
    const bytes = filled(size, 'PK\x03\x04', `PK\x01\x02${'\0'.repeat(42)}`);
    bytes.set(bytesOf(`PK\x05\x06${'\0'.repeat(12)}\x04\0\0\0\0\0`), size - 22);
    return bytes;
  },
};

function filled(size: number, head: string, part: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set(bytesOf(head));
  for (let at = head.length; at + part.length <= size; at += part.length) bytes.set(bytesOf(part), at);
  return bytes;
}

/** How many bytes are read to find what a file is, and to cut its metadata. */
function readsOf(bytes: Uint8Array<ArrayBuffer>): number {
  let reads = 0;
  const counted: typeof bytes = new Proxy(bytes, {
    get(target, key) {
      reads += 1;
      const found: unknown = Reflect.get(target, key, target);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]) => {
        const result = found.apply(target, given);
        reads += result.length ?? 1;
        return result;
      };
    },
  });
  const { type } = readFile(counted, 'x');
  if (type?.startsWith('image/')) withoutMetadata(counted, type);
  return reads;
}

test.each(Object.entries(crowded))('%s is read in a time that grows with its size', (_, make) => {
  expect(readsOf(make(40_000))).toBeLessThan(2.2 * readsOf(make(20_000)));
});

test('a picture of more parts than any real one is not read to its end', () => {
  for (const make of Object.values(crowded).slice(0, 6))
    expect(readFile(make(1_000_000), 'x').isCut).toBe(true);
  const segments = jpegSegments(crowded['a JPEG of empty segments']?.(1_000_000) ?? new Uint8Array());
  expect(segments.segments.length).toBeLessThan(60_000);
});
