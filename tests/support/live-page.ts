import { expect, type Page } from '@playwright/test';

/** The page answers to its visitor: hydration is over. */
export async function expectLive(page: Page): Promise<void> {
  await expect(page.locator('nav[aria-label="Main"].is-live')).toBeVisible();
}

export async function openLive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLive(page);
}
