import { readFile } from 'node:fs/promises';

import { expect, test } from '../../kit/journey.ts';
import { allowedDifference, difference } from './likeness.ts';
import {
  firstView,
  patternFile,
  type VisualScreen,
  visualScreens,
  visualThemes,
  visualWidths,
} from './screens.ts';

for (const name of Object.keys(visualScreens) as VisualScreen[])
  for (const theme of visualThemes)
    for (const width of visualWidths)
      test(`${name} at ${width} px looks as it did, ${theme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 800 });
        const seen = await firstView(page, visualScreens[name]);
        const different = await difference(seen, await readFile(patternFile(name, width, theme)));
        expect(
          different,
          'per cent of cells; after a wanted change: npm run shots -- --patterns',
        ).toBeLessThanOrEqual(allowedDifference);
      });

test('a screen in the colours of the other theme is noticed', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  const seen = await firstView(page, visualScreens['who-we-are']);
  const different = await difference(seen, await readFile(patternFile('who-we-are', 1280, 'light')));
  expect(different).toBeGreaterThan(allowedDifference);
});

test('a screen whose heading is gone is noticed', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await firstView(page, visualScreens['who-we-are']);
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => heading.closest('header')?.remove());
  const pattern = await readFile(patternFile('who-we-are', 1280, 'light'));
  expect(await difference(await page.screenshot(), pattern)).toBeGreaterThan(allowedDifference);
});
