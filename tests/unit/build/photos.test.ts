import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';

import { renderPhotos } from '#server/build/photos.ts';

test('a photo is made in three formats and in all sizes up to its own, without its metadata', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hcs-photos-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const target = join(folder, 'target');
  mkdirSync(join(folder, 'source/team'), { recursive: true });
  await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#70a12f' } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toFile(join(folder, 'source/team/ruth.jpg'));
  const list = await renderPhotos(join(folder, 'source'), target);
  expect(list).toMatchObject({ 'team/ruth': { width: 1000, height: 500, widths: [400, 800, 1000] } });
  const names = readdirSync(target);
  expect(names).toHaveLength(9);
  for (const name of names) {
    const { width, height, exif } = await sharp(join(target, name)).metadata();
    expect([`${width}`, height, exif]).toEqual([/\d+(?=\.)/.exec(name)?.[0], width / 2, undefined]);
  }
  expect(await renderPhotos(join(folder, 'none'), target)).toEqual({});
  expect(readdirSync(target), 'left over').toEqual([]);
});
