import sharp, { type Sharp } from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';

import { scalePhoto } from '#server/pictures/pictures.ts';

const blank = (width: number) => sharp({ create: { width, height: width, channels: 3, background: '#fff' } });

test('one picture at a time is decoded, and none in another format or with too many pixels', async () => {
  const [photo, gif, bomb] = await Promise.all([
    blank(900).jpeg().toBuffer(),
    blank(900).gif().toBuffer(),
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
  await expect(scalePhoto(gif, 'top')).rejects.toThrow('cannot be used as a picture');
  expect(header).not.toHaveBeenCalled();
  await expect(scalePhoto(bomb, 'top')).rejects.toThrow('up to 60 megapixels');
  expect(decode).not.toHaveBeenCalled();
  const scaled = await Promise.all([scalePhoto(photo, 'top'), scalePhoto(photo, 'text')]);
  expect([scaled.map(({ images }) => images.length), most]).toEqual([[3, 1], 1]);
});
