import { crc32 } from 'node:zlib';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import type { FileType } from '#src/contract/file-types.ts';
import { readFile } from '#src/contract/read-file.ts';
import { withoutMetadata } from '#src/outbox/page/photo-metadata.ts';

const secrets = ['Lusaka Phone', 'Model 9', 'GPS', 'adobe:ns', 'A comment', 'film'];
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>';

/** A picture whose quarters differ, so that its turn shows. */
async function photo(format: 'jpeg' | 'png' | 'webp', turn = 1): Promise<Uint8Array<ArrayBuffer>> {
  const raw = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0, 0, 255, 255, 255, 255, 255]);
  const made = await sharp(raw, { raw: { width: 3, height: 2, channels: 3 } })
    .resize(48, 32, { kernel: 'nearest' })
    .withMetadata({ orientation: turn, icc: 'p3' })
    .withExif({
      IFD0: { Make: 'Lusaka Phone', Model: 'Model 9', Orientation: String(turn) },
      IFD3: { GPSLatitudeRef: 'S', GPSProcessingMethod: 'GPS' },
    })
    .withXmp(xmp)
    .toFormat(format, { quality: 100 })
    .toBuffer();
  return new Uint8Array(made);
}

const after = (bytes: Uint8Array, more: string | Uint8Array) =>
  new Uint8Array(Buffer.concat([bytes, Buffer.from(more)]));

/** Puts a segment behind a JPEG's first two bytes. */
function withSegment(bytes: Uint8Array, mark: number, content: string): Uint8Array<ArrayBuffer> {
  const head = Buffer.from([0xff, mark, 0, content.length + 2]);
  return new Uint8Array(
    Buffer.concat([bytes.subarray(0, 2), head, Buffer.from(content, 'latin1'), bytes.subarray(2)]),
  );
}

/** Puts a segment with XMP before the last scan of a JPEG. */
async function withSegmentBetweenScans(): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await sharp(await photo('jpeg'))
    .jpeg({ progressive: true })
    .toBuffer();
  const at = bytes.lastIndexOf(Buffer.from([0xff, 0xc4]));
  const segment = Buffer.from('\xff\xe1\0\x0aadobe:ns', 'latin1');
  return new Uint8Array(Buffer.concat([bytes.subarray(0, at), segment, bytes.subarray(at)]));
}

/** Puts a chunk before a PNG's last one. */
function withChunk(bytes: Uint8Array, name: string, content: string): Uint8Array<ArrayBuffer> {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const chunk = Buffer.concat([length, Buffer.from(name + content), Buffer.alloc(4)]);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, -12), chunk, bytes.subarray(-12)]));
}

const kinds: [string, FileType, () => Promise<Uint8Array<ArrayBuffer>>][] = [
  ['a JPEG with the place', 'image/jpeg', () => photo('jpeg')],
  ['a JPEG turned to the right', 'image/jpeg', () => photo('jpeg', 6)],
  ['a JPEG upside down', 'image/jpeg', () => photo('jpeg', 3)],
  ['a mirrored JPEG', 'image/jpeg', () => photo('jpeg', 5)],
  ['a JPEG with a film behind it', 'image/jpeg', async () => after(await photo('jpeg', 6), 'ftypmp42 film')],
  [
    'a JPEG with a list of further pictures',
    'image/jpeg',
    async () => after(withSegment(await photo('jpeg'), 0xe2, 'MPF\0Model 9'), await photo('jpeg')),
  ],
  [
    'a JPEG with IPTC and a comment',
    'image/jpeg',
    async () => withSegment(withSegment(await photo('jpeg'), 0xed, 'Photoshop 3.0\0GPS'), 0xfe, 'A comment'),
  ],
  [
    'a JPEG whose segments begin with filling',
    'image/jpeg',
    async () => {
      const bytes = await photo('jpeg', 6);
      return new Uint8Array(
        Buffer.concat([bytes.subarray(0, 2), Buffer.from([0xff, 0xff]), bytes.subarray(2)]),
      );
    },
  ],
  ['a JPEG with XMP between its scans', 'image/jpeg', withSegmentBetweenScans],
  ['a turned PNG', 'image/png', () => photo('png', 6)],
  [
    'a PNG of a screenshot tool',
    'image/png',
    async () => withChunk(withChunk(await photo('png'), 'tEXt', 'Author\0Lusaka Phone'), 'iTXt', 'A comment'),
  ],
  [
    'a PNG whose history an editor keeps in a chunk of its own',
    'image/png',
    async () => withChunk(await photo('png'), 'caBX', 'Lusaka Phone'),
  ],
  ['a PNG with bytes behind it', 'image/png', async () => after(await photo('png'), 'film')],
  ['a WebP with XMP', 'image/webp', () => photo('webp')],
  ['a turned WebP', 'image/webp', () => photo('webp', 8)],
];

const drawn = (bytes: Uint8Array) => sharp(bytes).rotate().raw().toBuffer({ resolveWithObject: true });

test.each(kinds)(
  '%s keeps its turn and its colours, and nothing that a camera wrote',
  async (_, type, make) => {
    const original = await make();
    expect(secrets.some((secret) => Buffer.from(original).includes(secret))).toBe(true);
    const left = withoutMetadata(original, type);
    for (const secret of secrets) expect(Buffer.from(left).includes(secret), secret).toBe(false);
    expect(readFile(left, 'x')).toMatchObject({ type, isCut: false });
    const [before, now] = [await drawn(original), await drawn(left)];
    expect([now.info.width, now.info.height]).toEqual([before.info.width, before.info.height]);
    expect(now.data.equals(before.data)).toBe(true);
    expect((await sharp(left).metadata()).icc?.length).toBe((await sharp(original).metadata()).icc?.length);
    expect(withoutMetadata(left, type)).toEqual(left);
  },
);

test('the turn of a PNG is followed by its checksum', async () => {
  const left = Buffer.from(withoutMetadata(await photo('png', 6), 'image/png'));
  const start = left.indexOf('eXIf');
  const end = start + 4 + left.readUInt32BE(start - 4);
  expect(left.readUInt32BE(end)).toBe(crc32(left.subarray(start, end)));
});

test('a WebP announces no metadata but its turn', async () => {
  const flags = async (turn: number) => withoutMetadata(await photo('webp', turn), 'image/webp')[20] ?? 0;
  const [exif, xmp] = [0x08, 0x04];
  expect((await flags(1)) & (exif | xmp)).toBe(0);
  expect((await flags(8)) & (exif | xmp)).toBe(exif);
});

test.each(['jpeg', 'png', 'webp'] as const)('the first half of a %s has no end', async (format) => {
  const whole = await photo(format);
  expect(readFile(whole, 'x').isCut).toBe(false);
  expect(readFile(whole.slice(0, whole.length / 2), 'x').isCut).toBe(true);
});

test('a PDF is left as it is', () => {
  const bytes = new Uint8Array(Buffer.from('%PDF-1.7 GPS'));
  expect(withoutMetadata(bytes, 'application/pdf')).toBe(bytes);
});
