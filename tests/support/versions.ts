import type { Page } from '@playwright/test';

import { untilKept } from './device.ts';
import { expectLive } from './live-page.ts';

/** Names the version of the page. */
export const scriptOf = (page: Page) => page.locator('link[rel=modulepreload]').first().getAttribute('href');
export const prompt = (page: Page) => page.getByRole('status').filter({ hasText: 'New version available' });
export const update = (page: Page) => page.getByRole('button', { name: 'Update', exact: true });

/** Opens Home and resolves when the site is kept. */
export async function openSite(page: Page, url: string): Promise<Page> {
  await page.goto(url);
  await expectLive(page);
  await untilKept(page);
  return page;
}

/** As when the visitor comes back to the tab. */
export async function lookForVersions(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}
