/** Finds what a file is by its content, for the device and the server. */
import { type FileType, isFileType } from './file-types.ts';

/** The part that browsers and Node share; this folder has neither's types. */
declare const TextDecoder: new (label: string) => { decode: (bytes: Uint8Array) => string };

/** What is not accepted, and is named to whoever chose it. */
export type OtherFile = 'page' | 'wordXml' | 'spreadsheet' | 'slides' | 'macros' | 'heic';

export type FoundFile = {
  /** Undefined if it is not accepted. */
  type?: FileType | undefined;
  other?: OtherFile | undefined;
  /** Perhaps it cannot be opened without a password. */
  isProtected?: boolean;
  /** Its end is missing. */
  isCut?: boolean;
};

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** `name`: its ending tells Office files with a password apart. */
export function readFile(bytes: Uint8Array, name: string): FoundFile {
  const start = textOf(bytes, 0, 1024);
  const has = (text: string, at = 0) => start.startsWith(text, at);
  if (has('\xff\xd8\xff')) return { type: 'image/jpeg', isCut: !jpegSegments(bytes).isWhole };
  if (has('\x89PNG\r\n\x1a\n')) return { type: 'image/png', isCut: pngChunks(bytes) === undefined };
  if (has('RIFF') && has('WEBP', 8)) return { type: 'image/webp', isCut: webpChunks(bytes) === undefined };
  if (has('PK\x03\x04')) return zipType(bytes);
  if (has('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return oldOfficeType(bytes, name);
  if (has('{\\rtf')) return { type: 'application/rtf' };
  // Readers skip what is before it; markup there would make it a page for a browser that guesses.
  if (/^[^<]*%PDF-/.test(start)) {
    const text = new TextDecoder('latin1').decode(bytes);
    const isProtected = /\/Encrypt\s*(?:<<|\d+ \d+ R)/.test(text);
    return { type: 'application/pdf', isProtected, isCut: !text.includes('%%EOF') };
  }
  if (has('ftyp', 4)) return /^(?:hei|hev|mif1|msf1)/.test(start.slice(8)) ? { other: 'heic' } : {};
  if (/<w:wordDocument|<pkg:package|progid="Word\.Document"/.test(start)) return { other: 'wordXml' };
  const isPage = /^[^<]*<(?:!doctype html|html|head|body|meta)\b|^MIME-Version:/i.test(start);
  return isPage ? { other: 'page' } : {};
}

/** One character for each byte; browsers decode `latin1` otherwise. */
export function textOf(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

export function littleEndian(bytes: Uint8Array, at: number, length: number): number {
  let sum = 0;
  for (let index = at + length - 1; index >= at; index -= 1) sum = sum * 256 + (bytes[index] ?? 0);
  return sum;
}

export function bigEndian(bytes: Uint8Array, at: number, length: number): number {
  let sum = 0;
  for (let index = at; index < at + length; index += 1) sum = sum * 256 + (bytes[index] ?? 0);
  return sum;
}

/** By the directory at its end: the files may stand in any order. */
function zipType(bytes: Uint8Array): FoundFile {
  const names: string[] = [];
  let openDocument: string | undefined;
  for (let at = directoryOf(bytes); names.length < mostChunks && textOf(bytes, at, 4) === 'PK\x01\x02'; ) {
    const length = (offset: number) => littleEndian(bytes, at + offset, 2);
    const name = textOf(bytes, at + 46, length(28)).replaceAll('\\', '/');
    if (name === 'mimetype') openDocument = firstContent(bytes, littleEndian(bytes, at + 42, 4));
    names.push(name);
    at += 46 + length(28) + length(30) + length(32);
  }
  if (names.length === 0) return { isCut: true };
  if (isFileType(openDocument)) return { type: openDocument };
  const has = (start: string) => names.some((name) => name.startsWith(start));
  // Word opens no file with macros under the ending of one without.
  if (has('word/vbaProject')) return { other: 'macros' };
  if (has('word/document')) return { type: word };
  return { other: has('xl/') ? 'spreadsheet' : has('ppt/') ? 'slides' : undefined };
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
function oldOfficeType(bytes: Uint8Array, name: string): FoundFile {
  const text = new TextDecoder('latin1').decode(bytes);
  const has = (stream: string) => text.includes([...stream].join('\0'));
  const [, other] = /\.(xls|ppt)\w?$/i.exec(name) ?? [];
  if (has('EncryptedPackage') && other === undefined) return { type: word, isProtected: true };
  if (has('WordDocument')) return { type: 'application/msword', isProtected: isOldWordProtected(bytes) };
  if (has('Workbook') || other?.toLowerCase() === 'xls') return { other: 'spreadsheet' };
  return has('PowerPoint Document') || other ? { other: 'slides' } : {};
}

/** A document's header begins a sector; a bit in it says that the text is encrypted. */
function isOldWordProtected(bytes: Uint8Array): boolean {
  for (let at = 512; at + 12 < bytes.length; at += 512)
    if (bytes[at] === 0xec && bytes[at + 1] === 0xa5) return ((bytes[at + 11] ?? 0) & 1) === 1;
  return false;
}

/** A part of a picture, from its head to its end. */
export type Chunk = { name: string; start: number; end: number };

/** More than any real file has. A list of millions would hold up whoever reads it. */
const mostChunks = 50_000;

/** A JPEG's segments, named by their marks; a scan contains its pixels. `isWhole`: the last one is its end. */
export function jpegSegments(bytes: Uint8Array): { segments: Chunk[]; isWhole: boolean } {
  const segments: Chunk[] = [];
  for (let at = 2; at < bytes.length && segments.length < mostChunks; ) {
    const mark = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0;
    const last = segments.at(-1);
    // Zero and restarts belong to the pixels; a segment may begin with any number of 255s.
    if (mark === 0 || mark === 0xff || (mark >= 0xd0 && mark <= 0xd7)) {
      at += 1;
      if (last) last.end = at;
      continue;
    }
    const isEnd = mark === 0xd9;
    const end = at + 2 + (isEnd ? 0 : bigEndian(bytes, at + 2, 2));
    segments.push({ name: textOf(bytes, at + 1, 1), start: at, end });
    if (isEnd) return { segments, isWhole: true };
    at = end;
  }
  return { segments, isWhole: false };
}

/** A PNG's chunks; undefined if its last one is missing. */
export function pngChunks(bytes: Uint8Array): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length && chunks.length < mostChunks; ) {
    const chunk = { name: textOf(bytes, at + 4, 4), start: at, end: at + 12 + bigEndian(bytes, at, 4) };
    chunks.push(chunk);
    if (chunk.name === 'IEND') return chunks;
    at = chunk.end;
  }
  return undefined;
}

/** A WebP's chunks; undefined if some bytes are missing. */
export function webpChunks(bytes: Uint8Array): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  const end = 8 + littleEndian(bytes, 4, 4);
  let at = 12;
  while (at + 8 <= end && at < bytes.length && chunks.length < mostChunks) {
    const length = littleEndian(bytes, at + 4, 4);
    const next = at + 8 + length + (length % 2);
    chunks.push({ name: textOf(bytes, at, 4), start: at, end: next });
    at = next;
  }
  return end <= bytes.length + 1 && chunks.length < mostChunks ? chunks : undefined;
}
