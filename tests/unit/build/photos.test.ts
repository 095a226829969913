import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { renderPhotos } from '../../../server/build/photos.ts';

let folder = '';
let cache = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hcs-photos-'));
  cache = await mkdtemp(join(tmpdir(), 'hcs-photo-cache-'));
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
  await rm(cache, { recursive: true });
});

test('a photo comes in three formats and in all sizes up to its own', async () => {
  const { list, files } = await renderPhotos(folder, cache);
  expect(list['team/ruth']).toMatchObject({ width: 1000, height: 500, widths: [400, 800, 1000] });
  expect(files.filter(({ name }) => name.includes('ruth'))).toHaveLength(9);
  const smallest = files.find(({ name }) => /ruth-\w+-400\.avif$/.test(name));
  expect(await sharp(smallest?.path).metadata()).toMatchObject({ width: 400, height: 200 });
});

test('a small photo is not blown up', async () => {
  const { list } = await renderPhotos(folder, cache);
  expect(list.small?.widths).toEqual([300]);
});

test('what the camera wrote into a photo is left out', async () => {
  const { files } = await renderPhotos(folder, cache);
  for (const { path } of files) expect((await sharp(path).metadata()).exif).toBeUndefined();
});

test('a photo that was rendered before is not rendered again', async () => {
  const [first] = (await renderPhotos(folder, cache)).files;
  const before = await stat(first?.path ?? '');
  await renderPhotos(folder, cache);
  expect((await stat(first?.path ?? '')).mtimeMs).toBe(before.mtimeMs);
});

test('without the folder there are no photos', async () => {
  expect(await renderPhotos(join(folder, 'none'), cache)).toEqual({ list: {}, files: [] });
});
