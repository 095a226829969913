import type { FileType } from '#src/contract/file-types.ts';
import {
  bigEndian,
  type Chunk,
  jpegSegments,
  littleEndian,
  pngChunks,
  textOf,
  webpChunks,
} from '#src/contract/read-file.ts';

/**
 * Cuts away what a camera or program wrote into a picture and what stands behind it, such as a film. Keeps colour profiles,
 * and how the picture is turned.
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>, type: FileType): Uint8Array<ArrayBuffer> {
  if (type === 'image/jpeg') return withoutJpegMetadata(bytes);
  if (type === 'image/png') return withoutPngMetadata(bytes);
  return type === 'image/webp' ? withoutWebpMetadata(bytes) : bytes;
}

const has = (bytes: Uint8Array, at: number, text: string) => textOf(bytes, at, text.length) === text;

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const sliceOf = (bytes: Uint8Array) => (chunk: Chunk) => bytes.subarray(chunk.start, chunk.end);

/** What is not an application's stays, and its name and the profile; comments, Exif, XMP, IPTC and lists of further pictures go. */
function withoutJpegMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { segments } = jpegSegments(bytes);
  const isKept = ({ name, start }: Chunk) =>
    /[^\xe1-\xed\xef\xfe]/.test(name) || has(bytes, start + 4, 'ICC_PROFILE');
  const exif = segments.find(({ name, start }) => name === '\xe1' && has(bytes, start + 4, 'Exif\0\0'));
  const turn = exif && orientationOf(bytes.subarray(exif.start + 10, exif.end));
  const kept = segments.filter(isKept).map(sliceOf(bytes));
  // JFIF comes first.
  const first = kept[0]?.[1] === 0xe0 ? 1 : 0;
  if (turn) kept.splice(first, 0, joined([Uint8Array.of(0xff, 0xe1, 0, 34), exifOf(turn)]));
  return joined([bytes.subarray(0, 2), ...kept]);
}

function withoutPngMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  // Names of chunks that a reader must know begin with a capital letter; the others are about colours, size and movement.
  const isKept = /^(?:[A-Z]|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|cICP|bKGD|pHYs|acTL|fcTL|fdAT)/;
  const chunks = pngChunks(bytes);
  if (chunks === undefined) return bytes;
  const kept = chunks.filter(({ name }) => isKept.test(name)).map(sliceOf(bytes));
  const exif = chunks.find(({ name }) => name === 'eXIf');
  const turn = exif && orientationOf(bytes.subarray(exif.start + 8, exif.end));
  // The size comes first.
  if (turn) kept.splice(1, 0, pngChunk('eXIf', exifOf(turn).subarray(6)));
  return joined([bytes.subarray(0, 8), ...kept]);
}

function pngChunk(name: string, content: Uint8Array): Uint8Array {
  const chunk = joined([new Uint8Array(4), letters(name), content, new Uint8Array(4)]);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  view.setUint32(chunk.length - 4, crc32(chunk.subarray(4, -4)));
  return chunk;
}

function crc32(bytes: Uint8Array): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}

const webpFlags = { exif: 0x08, xmp: 0x04 };

function withoutWebpMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const chunks = webpChunks(bytes);
  if (chunks === undefined) return bytes;
  const kept = chunks.filter(({ name }) => /^(?:VP8|ALPH|ANIM|ANMF|ICCP)/.test(name)).map(sliceOf(bytes));
  const exif = chunks.find(({ name }) => name === 'EXIF');
  const start = exif === undefined ? 0 : exif.start + (has(bytes, exif.start + 8, 'Exif\0\0') ? 14 : 8);
  const turn = exif && orientationOf(bytes.subarray(start, exif.end));
  if (turn) kept.push(joined([letters('EXIF'), Uint8Array.of(26, 0, 0, 0), exifOf(turn).subarray(6)]));
  const whole = joined([bytes.subarray(0, 12), ...kept]);
  if (has(whole, 12, 'VP8X'))
    whole[20] = ((whole[20] ?? 0) & ~(webpFlags.exif | webpFlags.xmp)) | (turn ? webpFlags.exif : 0);
  new DataView(whole.buffer).setUint32(4, whole.length - 8, true);
  return whole;
}

const letters = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Exif that says nothing but how the picture is turned, of 32 bytes. */
function exifOf(turn: number): Uint8Array {
  const entry = [0x12, 0x01, 3, 0, 1, 0, 0, 0, turn, 0, 0, 0];
  return joined([letters('Exif\0\0II*\0'), Uint8Array.of(8, 0, 0, 0, 1, 0, ...entry, 0, 0, 0, 0)]);
}

/** From 2 to 8; undefined if the picture is not turned. `tiff`: what follows the name in Exif. */
function orientationOf(tiff: Uint8Array): number | undefined {
  const read = has(tiff, 0, 'II') ? littleEndian : bigEndian;
  const start = read(tiff, 4, 4) + 2;
  for (let at = start; at < start + 12 * Math.min(read(tiff, start - 2, 2), 200); at += 12) {
    const turn = read(tiff, at + 8, 2);
    if (read(tiff, at, 2) === 0x0112) return turn >= 2 && turn <= 8 ? turn : undefined;
  }
  return undefined;
}
