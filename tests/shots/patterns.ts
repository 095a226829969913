import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Browser } from '@playwright/test';

import { coarse } from '../full/visual/likeness.ts';
import { firstView, patternFile, visualScreens, visualThemes, visualWidths } from '../full/visual/screens.ts';

/** Writes the patterns that the visual check compares with. */
export async function makePatterns(browser: Browser, url: string): Promise<void> {
  for (const [name, path] of Object.entries(visualScreens))
    for (const theme of visualThemes)
      for (const width of visualWidths) {
        const viewport = { width, height: 800 };
        const page = await browser.newPage({
          colorScheme: theme,
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
          viewport,
        });
        const file = patternFile(name, width, theme);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, await coarse(await firstView(page, url + path)));
        await page.close();
      }
}
