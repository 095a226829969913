import { expect, type Page } from '@playwright/test';

import type { Route } from './routes.ts';

/** The page answers to its visitor: hydration is over. */
export async function expectLive(page: Page): Promise<void> {
  await expect(page.locator('nav[aria-label="Main"].is-live')).toBeVisible();
}

export async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLive(page);
}

/** The page is the app, and no mere html: its menu opens, and its links change the page without loading a document. */
export async function expectApp(page: Page, link: Route): Promise<void> {
  await expectLive(page);
  const button = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Inside' });
  await button.click();
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  await button.click();
  const loads = countLoads(page);
  await goByLink(page, link);
  expect(loads(), 'a document was loaded').toBe(0);
}

/** To another page, by its link in the footer. */
export async function goByLink(page: Page, { path, title }: Route): Promise<void> {
  await page.getByRole('contentinfo').locator(`a[href="${path}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

/** How many documents this tab has loaded since. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  return () => loads;
}

/** Holds back the requests whose address fits; what it returns lets them go. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    // The page may have been left meanwhile.
    await route.continue().catch(() => undefined);
  });
  return resolve;
}
