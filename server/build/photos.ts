import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';

/** A phone of 360 px with two or one pictures in a row takes the first or the second, at two pixels each. */
const widths = [320, 640, 1280];
const ending = /\.(?:jpe?g|png|webp|avif|tiff?)$/i;

/** Keyed by path, e.g. `team/mutale-chanda`. Files are named `<stem>-<width>.<avif|webp|jpg>`; the worker reads the drawing's path from the stem. */
type Photos = Record<string, { stem: string; width: number; height: number; widths: number[] }>;

/** Renders a folder's photos without metadata; skips existing files and deletes outdated ones. */
export async function renderPhotos(folder: string, target: string): Promise<Photos> {
  const photos: Photos = {};
  const leftOver = new Set(existsSync(target) ? readdirSync(target) : []);
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  for (const photo of names.filter((name) => ending.test(name)).sort()) {
    const content = readFileSync(join(folder, photo));
    const { width, height } = (await sharp(content).metadata()).autoOrient;
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    const key = photo.replace(ending, '');
    const stem = `photo-${key.replaceAll('/', '.')}-${hash}`;
    const sizes = [...new Set(widths.map((wanted) => Math.min(wanted, width)))];
    photos[key] = { stem: `/assets/${stem}`, width, height, widths: sizes };
    mkdirSync(target, { recursive: true });
    for (const size of sizes)
      for (const format of ['avif', 'webp', 'jpeg'] as const) {
        const name = `${stem}-${size}.${format.replace('jpeg', 'jpg')}`;
        const quality = format === 'avif' ? 50 : 75;
        const image = sharp(content).autoOrient().resize(size).toFormat(format, { quality });
        if (!leftOver.delete(name)) await image.toFile(join(target, name));
      }
  }
  for (const name of leftOver) rmSync(join(target, name));
  return photos;
}
