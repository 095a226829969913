/** Makes the raster icons in public/icons/ from favicon.svg. Run `npx node tests/shots/icons.ts` after changing the logo. */
import { writeFile } from 'node:fs/promises';

import sharp from 'sharp';

const folder = new URL('../../public/icons/', import.meta.url);
const board = '#0b1510';

/** The logo on a square of `size`; `share` is its part of the width (maskable icons lose up to a fifth at each edge). */
async function mark(size: number, share: number, background: string): Promise<Buffer> {
  const inner = Math.round(size * share);
  const source = new URL('favicon.svg', folder).pathname;
  const drawing = await sharp(source, { density: (72 * inner) / 63 })
    .resize(inner)
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: drawing }])
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

/** An .ico file with one PNG: a 6-byte header, a 16-byte directory, then the picture. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const none = 'rgba(0,0,0,0)';
const files: Record<string, Buffer> = {
  'icon-192.png': await mark(192, 1, none),
  'icon-512.png': await mark(512, 1, none),
  'maskable-512.png': await mark(512, 0.6, board),
  'apple-touch-icon.png': await mark(180, 0.76, board),
  'favicon.ico': ico(await mark(32, 1, none), 32),
};
for (const [name, content] of Object.entries(files)) await writeFile(new URL(name, folder), content);
console.log(Object.keys(files).join(', '));
