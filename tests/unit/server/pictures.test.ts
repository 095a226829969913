import sharp, { type Sharp } from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';

import { scalePhoto } from '#server/pictures/pictures.ts';

const blank = (width: number, height = width, background = '#fff') =>
  sharp({ create: { width, height, channels: 3, background } });

const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
const colours = ['#f00', '#0f0', '#00f'];
const frames = (width: number, height: number) =>
  Promise.all(colours.map((colour) => blank(width, height, colour).png().toBuffer()));
const animated = async (width: number, height: number) =>
  sharp(await frames(width, height), { join: { animated: true } });

test('one picture at a time is decoded, and none in another format or with too many pixels', async () => {
  const [photo, drawing, bomb] = await Promise.all([
    blank(900).jpeg().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    blank(7_750).png().toBuffer(),
  ]);
  const { toBuffer } = sharp.prototype;
  let running = 0;
  let most = 0;
  const decode = vi.spyOn(sharp.prototype, 'toBuffer').mockImplementation(async function (this: Sharp) {
    running += 1;
    most = Math.max(most, running);
    return toBuffer.call(this).finally(() => {
      running -= 1;
    });
  });
  onTestFinished(() => decode.mockRestore());
  const header = vi.spyOn(sharp.prototype, 'metadata');
  onTestFinished(() => header.mockRestore());
  await expect(scalePhoto(drawing, 'top')).rejects.toThrow('SVG');
  expect(header).not.toHaveBeenCalled();
  await expect(scalePhoto(bomb, 'top')).rejects.toThrow('61 megapixels; the limit is 60');
  expect(decode).not.toHaveBeenCalled();
  const scaled = await Promise.all([scalePhoto(photo, 'top'), scalePhoto(photo, 'text')]);
  expect([scaled.map(({ images }) => images.length), most]).toEqual([[3, 1], 1]);
});

test.each([
  ['an empty file', async () => Buffer.alloc(0), 'is empty'],
  ['a HEIC photo', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), 'is a HEIC photo'],
  ['a video', async () => Buffer.from('\0\0\0\x18ftypisom\0\0\0\0'), 'is a video'],
  ['a PDF', async () => Buffer.from('%PDF-1.7'), 'is a PDF document'],
  ['a Word file', async () => Buffer.from('PK\x03\x04'), 'is a document'],
  ['a TIFF', () => blank(9).tiff().toBuffer(), 'is a TIFF picture'],
  ['a text', async () => Buffer.from('Dear all'), 'is not a picture. Choose a JPEG'],
  ['half a photo', async () => (await noisy()).subarray(0, 20_000), 'is damaged'],
  [
    'an animation that is too large',
    async () => (await animated(6000, 4000)).gif().toBuffer(),
    'animation of 3 frames and 72 megapixels',
  ],
])('%s is refused with its own sentence', async (_, bytes, message) => {
  await expect(scalePhoto(await bytes(), 'text')).rejects.toThrow(message);
});

const noisy = () =>
  sharp({ create: { width: 900, height: 900, channels: 3, background: '#000', noise } })
    .jpeg()
    .toBuffer();

test('a long screenshot is stored whole, and a GIF keeps moving', async () => {
  const stored = async (bytes: Buffer) => {
    const { files } = await scalePhoto(bytes, 'text');
    const { width, height, pages, pageHeight } = await sharp(files[0]?.bytes, { animated: true }).metadata();
    return { width, height: pageHeight ?? height, pages };
  };
  const top = await blank(1080, 10_000, '#f00').png().toBuffer();
  const long = blank(1080, 20_000, '#00f').composite([{ input: top, top: 0, left: 0 }]);
  const { files } = await scalePhoto(await long.png().toBuffer(), 'text');
  const { data, info } = await sharp(files[0]?.bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info.height).toBeLessThanOrEqual(16_383);
  expect(info.width / info.height).toBeCloseTo(1080 / 20_000, 3);
  expect([data[0], data.at(-1)].map((one) => Number(one) > 200)).toEqual([true, true]);
  expect(await stored(await (await animated(2000, 500)).gif().toBuffer())).toEqual({
    width: 1600,
    height: 400,
    pages: 3,
  });
  expect(await stored(await (await animated(40, 20)).webp().toBuffer())).toEqual({
    width: 40,
    height: 20,
    pages: 3,
  });
});
