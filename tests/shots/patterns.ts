import { writeFile } from 'node:fs/promises';

import type { Browser } from '@playwright/test';

import { coarse, firstView, firstViews } from '../full/visual/screens.ts';

/** Writes the patterns that the visual check compares with. */
export async function makePatterns(browser: Browser, url: string): Promise<void> {
  for (const { path, colorScheme, width, pattern } of firstViews) {
    const viewport = { width, height: 800 };
    const still = { reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
    const page = await browser.newPage({ ...still, colorScheme, viewport });
    await writeFile(pattern, await coarse(await firstView(page, url + path)));
    await page.close();
  }
}
