import sharp from 'sharp';

/** Cells a screen is averaged into: a pixel more or less is ignored, a moved band or a changed colour is found. */
const cells = { width: 64, height: 40 };
/** How far, of 255, a cell may be off before it counts. */
const colourTolerance = 32;

/** How many of a hundred cells may differ. */
export const allowedDifference = 3;

/** Makes the coarse picture that is stored as the pattern of a screen. */
export function coarse(screenshot: Buffer): Promise<Buffer> {
  return sharp(screenshot)
    .removeAlpha()
    .resize({ ...cells, fit: 'fill', kernel: 'cubic' })
    .png({ effort: 10 })
    .toBuffer();
}

/** How many of a hundred cells differ clearly. */
export async function difference(screenshot: Buffer, pattern: Buffer): Promise<number> {
  const [seen, kept] = [await pixels(await coarse(screenshot)), await pixels(pattern)];
  let different = 0;
  for (let i = 0; i < kept.length; i += 3) {
    const off = [0, 1, 2].map((channel) => Math.abs((seen[i + channel] ?? 0) - (kept[i + channel] ?? 0)));
    if (Math.max(...off) > colourTolerance) different += 1;
  }
  return (different * 100) / (cells.width * cells.height);
}

function pixels(picture: Buffer): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer();
}
