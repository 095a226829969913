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
