import type { FileType } from '#src/contract/file-types.ts';
import { type Chunk, jpegEnd, jpegSegments, pngChunks, webpChunks } from '#src/contract/read-file.ts';

/**
 * Cuts away what a camera or program wrote into a picture and what stands behind it, such as a film. Keeps colour profiles,
 * and how the picture is turned.
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>, type: FileType): Uint8Array<ArrayBuffer> {
  if (type === 'image/jpeg') return withoutJpegMetadata(bytes);
  if (type === 'image/png') return withoutPngMetadata(bytes);
  return type === 'image/webp' ? withoutWebpMetadata(bytes) : bytes;
}

const has = (bytes: Uint8Array, at: number, text: string) =>
  [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The first segment and the profile stay; comments, Exif, XMP, IPTC and lists of further pictures go. */
function withoutJpegMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { segments, pixels } = jpegSegments(bytes);
  const isKept = ({ name, start }: Chunk) =>
    name === 'e0' || name === 'ee' || !/^(?:e.|fe)$/.test(name) || has(bytes, start + 4, 'ICC_PROFILE');
  const exif = segments.find(({ name, start }) => name === 'e1' && has(bytes, start + 4, 'Exif\0\0'));
  const turn = exif && orientationOf(bytes.subarray(exif.start + 10, exif.end));
  const slice = ({ start, end }: Chunk) => bytes.subarray(start, end);
  const [first, ...others] = segments.filter(isKept).map(slice);
  const isJfif = first !== undefined && first[1] === 0xe0;
  const turned = turn === undefined ? [] : [joined([Uint8Array.of(0xff, 0xe1, 0, 34), exifOf(turn)])];
  const rest =
    first === undefined ? [] : isJfif ? [first, ...turned, ...others] : [...turned, first, ...others];
  return joined([bytes.subarray(0, 2), ...rest, bytes.subarray(pixels, jpegEnd(bytes) ?? bytes.length)]);
}

const pngTexts = ['eXIf', 'tEXt', 'iTXt', 'zTXt', 'tIME'];

function withoutPngMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const kept = (pngChunks(bytes) ?? []).filter(({ name }) => !pngTexts.includes(name));
  if (kept.length === 0) return bytes;
  return joined([bytes.subarray(0, 8), ...kept.map(({ start, end }) => bytes.subarray(start, end))]);
}

const webpFlags = { exif: 0x08, xmp: 0x04 };

function withoutWebpMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const chunks = webpChunks(bytes) ?? [];
  const kept = chunks.filter(({ name }) => name !== 'EXIF' && name !== 'XMP ');
  if (kept.length === 0) return bytes;
  const exif = chunks.find(({ name }) => name === 'EXIF');
  const start = exif === undefined ? 0 : exif.start + (has(bytes, exif.start + 8, 'Exif\0\0') ? 14 : 8);
  const turn = exif && orientationOf(bytes.subarray(start, exif.end));
  const parts = kept.map((chunk) => bytes.slice(chunk.start, chunk.end));
  if (turn !== undefined)
    parts.push(joined([letters('EXIF'), Uint8Array.of(26, 0, 0, 0), exifOf(turn).subarray(6)]));
  for (const part of parts)
    if (has(part, 0, 'VP8X'))
      part[8] =
        ((part[8] ?? 0) & ~(webpFlags.exif | webpFlags.xmp)) | (turn === undefined ? 0 : webpFlags.exif);
  const whole = joined([bytes.subarray(0, 12), ...parts]);
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
  const isLittle = has(tiff, 0, 'II');
  const read = (at: number, length: number) => {
    const value = Array.from(tiff.subarray(at, at + length));
    return (isLittle ? value.reverse() : value).reduce((sum, byte) => sum * 256 + byte, 0);
  };
  const start = read(4, 4);
  for (let index = 0; index < Math.min(read(start, 2), 200); index += 1) {
    const at = start + 2 + index * 12;
    const turn = read(at + 8, 2);
    if (read(at, 2) === 0x0112) return turn >= 2 && turn <= 8 ? turn : undefined;
  }
  return undefined;
}
