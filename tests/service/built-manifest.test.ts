import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, test } from 'vitest';

type Picture = { src: string; sizes: string; purpose?: string; form_factor?: string };

const dist = join(import.meta.dirname, '../../dist');
const manifest = JSON.parse(readFileSync(join(dist, 'manifest.webmanifest'), 'utf8'));
const pictures: Picture[] = [...manifest.icons, ...manifest.screenshots];

test('there is a maskable icon, and a wide and a narrow screenshot for the installation', () => {
  expect(pictures.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['any', 'maskable']));
  expect(pictures.map(({ form_factor }) => form_factor)).toEqual(expect.arrayContaining(['wide', 'narrow']));
});

test.each(pictures)('$src has its stated size and an accepted aspect ratio', async ({ src, sizes }) => {
  const { width, height } = await sharp(join(dist, src)).metadata();
  if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
  expect(Math.max(width, height) / Math.min(width, height)).toBeLessThanOrEqual(2.3);
});
