import type { Page } from '@playwright/test';

import { test as base } from './journey.ts';
import { expectLive } from './live-page.ts';
import { startWeather, type Weather } from './weather.ts';

export { expect } from './journey.ts';

/** A first visit: no worker is there yet, and the line to the site is one that a test can cut. */
export const test = base.extend<{ line: Weather }>({
  line: async ({ site }, use) => {
    await using line = await startWeather(site.url);
    await use(line);
  },
  baseURL: async ({ line }, use) => {
    await use(line.url);
  },
});

/** Every script of a kept-alive page is here: nothing is fetched any more. */
export async function untilAllIsHere(page: Page): Promise<void> {
  await expectLive(page);
  await page.waitForLoadState('networkidle');
}

/** Presses the first vacancy's button. */
export const applyNow = (page: Page) => page.getByRole('link', { name: 'Apply Now' }).first().click();
