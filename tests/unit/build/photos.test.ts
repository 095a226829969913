import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { renderPhotos } from '../../../server/build/photos.ts';

let folder = '';
let target = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hcs-photos-'));
  target = await mkdtemp(join(tmpdir(), 'hcs-photo-target-'));
  await mkdir(join(folder, 'team'));
  const flat = { create: { width: 1000, height: 500, channels: 3, background: '#70a12f' } } as const;
  await sharp(flat)
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toFile(join(folder, 'team/ruth.jpg'));
  await sharp(flat).resize(300).png().toFile(join(folder, 'small.png'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(target, { recursive: true });
});

const rendered = async () => (await readdir(target)).sort().map((name) => join(target, name));

test('a photo comes in three formats and in all sizes up to its own', async () => {
  const list = await renderPhotos(folder, target);
  expect(list['team/ruth']).toMatchObject({ width: 1000, height: 500, widths: [400, 800, 1000] });
  const files = await rendered();
  expect(files.filter((file) => file.includes('ruth'))).toHaveLength(9);
  const smallest = files.find((file) => /ruth-\w+-400\.avif$/.test(file));
  expect(await sharp(smallest).metadata()).toMatchObject({ width: 400, height: 200 });
});

test('what the camera wrote into a photo is left out', async () => {
  await renderPhotos(folder, target);
  const files = await rendered();
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect((await sharp(file).metadata()).exif).toBeUndefined();
});

test('without the folder there are no photos, and none are left over', async () => {
  await renderPhotos(folder, target);
  expect(await renderPhotos(join(folder, 'none'), target)).toEqual({});
  expect(await rendered()).toEqual([]);
});
