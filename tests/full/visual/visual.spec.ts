import { readFile } from 'node:fs/promises';

import { expect, test } from '../../kit/journey.ts';
import { allowedDifference, difference, firstView, firstViews } from './screens.ts';

for (const { name, path, colorScheme, width, pattern } of firstViews)
  test(`${name} at ${width} px looks as it did, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    const different = await difference(await firstView(page, path), await readFile(pattern));
    const advice = 'per cent of cells; after a wanted change: npm run shots -- --patterns';
    expect(different, advice).toBeLessThanOrEqual(allowedDifference);
  });
