/** Finds what a file is by its content, for the device and the server. */
import { type FileType, isFileType } from './file-types.ts';

/** The part that browsers and Node share; this folder has neither's types. */
declare const TextDecoder: new (label: string) => { decode: (bytes: Uint8Array) => string };

/** What is not accepted, and is named to whoever chose it. */
type OtherFile = 'page' | 'wordXml' | 'spreadsheet' | 'slides' | 'macros' | 'heic';

export type FoundFile = {
  /** Undefined if it is not accepted. */
  type?: FileType | undefined;
  other?: OtherFile | undefined;
  /** Perhaps it cannot be opened without a password. */
  isProtected: boolean;
  /** Its end is missing. */
  isCut: boolean;
};

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** `name`: its ending tells Office files with a password apart. */
export function readFile(bytes: Uint8Array, name: string): FoundFile {
  const found = (type: FileType | undefined, more: Partial<FoundFile> = {}): FoundFile => ({
    type,
    isProtected: false,
    isCut: false,
    ...more,
  });
  const start = textOf(bytes, 0, 1024);
  const has = (text: string, at = 0) => start.startsWith(text, at);
  if (has('\xff\xd8\xff')) return found('image/jpeg', { isCut: jpegEnd(bytes) === undefined });
  if (has('\x89PNG\r\n\x1a\n')) return found('image/png', { isCut: pngChunks(bytes) === undefined });
  if (has('RIFF') && has('WEBP', 8)) return found('image/webp', { isCut: webpChunks(bytes) === undefined });
  if (has('PK\x03\x04')) return found(...zipType(bytes));
  if (has('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return found(...oldOfficeType(bytes, name));
  if (has('{\\rtf')) return found('application/rtf');
  // Readers skip what is before it; markup there would make it a page for a browser that guesses.
  if (/^[^<]*%PDF-/.test(start)) {
    const text = new TextDecoder('latin1').decode(bytes);
    return found('application/pdf', {
      isProtected: /\/Encrypt\s*(?:<<|\d+ \d+ R)/.test(text),
      isCut: !text.includes('%%EOF'),
    });
  }
  if (has('ftyp', 4))
    return found(undefined, { other: /^(?:hei|hev|mif1|msf1)/.test(start.slice(8)) ? 'heic' : undefined });
  if (/<w:wordDocument|<pkg:package|progid="Word\.Document"/.test(start))
    return found(undefined, { other: 'wordXml' });
  return found(undefined, {
    other: /^[^<]*<(?:!doctype html|html|head|body|meta)\b|^MIME-Version:/i.test(start) ? 'page' : undefined,
  });
}

type Result = [type: FileType | undefined, more?: Partial<FoundFile>];

/** One character for each byte; browsers decode `latin1` otherwise. */
function textOf(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

const littleEndian = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduceRight((sum, byte) => sum * 256 + byte, 0);

const bigEndian = (bytes: Uint8Array, at: number, length: number) =>
  bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);

/** By the directory at its end: the files may stand in any order. */
function zipType(bytes: Uint8Array): Result {
  const names: string[] = [];
  let openDocument: string | undefined;
  for (let at = directoryOf(bytes); textOf(bytes, at, 4) === 'PK\x01\x02'; ) {
    const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) =>
      littleEndian(bytes, at + offset, 2),
    );
    const name = textOf(bytes, at + 46, nameLength).replaceAll('\\', '/');
    if (name === 'mimetype') openDocument = firstContent(bytes, littleEndian(bytes, at + 42, 4));
    names.push(name);
    at += 46 + nameLength + extra + comment;
  }
  if (names.length === 0) return [undefined, { isCut: true }];
  if (isFileType(openDocument)) return [openDocument];
  const has = (start: string) => names.some((name) => name.startsWith(start));
  // Word opens no file with macros under the ending of one without.
  if (has('word/vbaProject')) return [undefined, { other: 'macros' }];
  if (has('word/document')) return [word];
  return [undefined, { other: has('xl/') ? 'spreadsheet' : has('ppt/') ? 'slides' : undefined }];
}

/** Where a zip's directory begins. A comment may follow the record that tells it. */
function directoryOf(bytes: Uint8Array): number {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 65_557); at -= 1)
    if (bytes[at] === 0x50 && textOf(bytes, at, 4) === 'PK\x05\x06') return littleEndian(bytes, at + 16, 4);
  return bytes.length;
}

/** The content of an uncompressed file in a zip. */
function firstContent(bytes: Uint8Array, at: number): string {
  const start = at + 30 + littleEndian(bytes, at + 26, 2) + littleEndian(bytes, at + 28, 2);
  return textOf(bytes, start, littleEndian(bytes, at + 22, 4) % 256);
}

/** Names of streams in files of Office before 2007, and in those with a password. */
function oldOfficeType(bytes: Uint8Array, name: string): Result {
  const text = new TextDecoder('latin1').decode(bytes);
  const has = (stream: string) => text.includes([...stream].join('\0'));
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  if (has('EncryptedPackage')) {
    const isWord = !/^(?:xls|ppt)/.test(ending);
    const other = ending.startsWith('xls') ? 'spreadsheet' : 'slides';
    return isWord ? [word, { isProtected: true }] : [undefined, { other }];
  }
  if (has('WordDocument')) return ['application/msword', { isProtected: isOldWordProtected(bytes) }];
  return [
    undefined,
    { other: has('Workbook') ? 'spreadsheet' : has('PowerPoint Document') ? 'slides' : undefined },
  ];
}

/** A document's header begins a sector; a bit in it says that the text is encrypted. */
function isOldWordProtected(bytes: Uint8Array): boolean {
  for (let at = 512; at + 12 < bytes.length; at += 512)
    if (bytes[at] === 0xec && bytes[at + 1] === 0xa5) return ((bytes[at + 11] ?? 0) & 1) === 1;
  return false;
}

/** A part of a picture, from its head to its end. */
export type Chunk = { name: string; start: number; end: number };

/** A JPEG's segments before its pixels; `pixels`: where they begin. */
export function jpegSegments(bytes: Uint8Array): { segments: Chunk[]; pixels: number } {
  const segments: Chunk[] = [];
  let at = 2;
  while (bytes[at] === 0xff && bytes[at + 1] !== 0xda && at + 4 < bytes.length) {
    // A segment may begin with any number of these.
    if (bytes[at + 1] === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + bigEndian(bytes, at + 2, 2);
    segments.push({ name: (bytes[at + 1] ?? 0).toString(16), start: at, end });
    at = end;
  }
  return { segments, pixels: at };
}

/** Where a JPEG's picture ends: phones append films. Undefined if its end is missing. */
export function jpegEnd(bytes: Uint8Array): number | undefined {
  const { pixels } = jpegSegments(bytes);
  for (let at = bytes.indexOf(0xff, pixels); at >= 0; at = bytes.indexOf(0xff, at)) {
    const mark = bytes[at + 1] ?? 0;
    if (mark === 0xd9) return at + 2;
    // Zero and restarts belong to the pixels; any other mark begins a segment.
    at +=
      mark === 0xff ? 1 : mark === 0 || (mark >= 0xd0 && mark <= 0xd7) ? 2 : 2 + bigEndian(bytes, at + 2, 2);
  }
  return undefined;
}

/** A PNG's chunks; undefined if its last one is missing. */
export function pngChunks(bytes: Uint8Array): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length; at = chunks.at(-1)?.end ?? bytes.length) {
    const name = textOf(bytes, at + 4, 4);
    chunks.push({ name, start: at, end: at + 12 + bigEndian(bytes, at, 4) });
    if (name === 'IEND') return chunks;
  }
  return undefined;
}

/** A WebP's chunks; undefined if some bytes are missing. */
export function webpChunks(bytes: Uint8Array): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  const end = 8 + littleEndian(bytes, 4, 4);
  for (let at = 12; at + 8 <= end && at < bytes.length; at = chunks.at(-1)?.end ?? end) {
    const length = littleEndian(bytes, at + 4, 4);
    chunks.push({ name: textOf(bytes, at, 4), start: at, end: at + 8 + length + (length % 2) });
  }
  return end <= bytes.length + 1 ? chunks : undefined;
}
