import { mkdirSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import { renderPhotos } from '#server/build/photos.ts';

const folder = mkdtempSync(join(tmpdir(), 'hcs-photos-'));
const cache = join(folder, 'cache');
const photos = join(folder, 'photos');

test('photos come in three formats and all sizes up to their own, without camera data, and are made once', async () => {
  mkdirSync(join(photos, 'team'), { recursive: true });
  mkdirSync(cache);
  const flat = sharp({ create: { width: 500, height: 250, channels: 3, background: '#70a12f' } });
  const exif = { IFD0: { Copyright: 'somebody' } };
  await flat.clone().withExif(exif).jpeg().toFile(join(photos, 'team/ruth.jpg'));
  await flat.clone().resize(300).png().toFile(join(photos, 'small.png'));

  const { list, files } = await renderPhotos(photos, cache);
  expect(list['team/ruth']).toMatchObject({ width: 500, height: 250, widths: [400, 500] });
  expect(list.small?.widths).toEqual([300]);
  expect(files).toHaveLength(9);
  const read = await Promise.all(
    files.map(async ({ name, path }) => ({ name, ...(await sharp(path).metadata()) })),
  );
  expect(read.filter((file) => file.exif !== undefined)).toEqual([]);
  expect(read.find(({ name }) => /ruth-\w+-400\.avif$/.test(name))).toMatchObject({
    width: 400,
    height: 200,
  });

  const times = () => files.map(({ path }) => statSync(path).mtimeMs);
  const before = times();
  await renderPhotos(photos, cache);
  expect(times()).toEqual(before);
});

test('without the folder there are no photos', async () => {
  expect(await renderPhotos(join(folder, 'none'), cache)).toEqual({ list: {}, files: [] });
});
