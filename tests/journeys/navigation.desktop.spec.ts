import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { countLoads, openLive } from '../support/live-page.ts';

// With the worker, as visitors have it.
test.use({ serviceWorkers: 'allow' });

function footerLink(page: Page, name: string) {
  return page.getByRole('contentinfo').getByRole('link', { name, exact: true });
}

test('a followed link moves title, focus and scroll, and says the new title, without loading a document', async ({
  page,
}) => {
  await openLive(page, pages.home.path);
  const loads = countLoads(page);
  await footerLink(page, 'Our Teams').click();
  await expect(page).toHaveTitle(pages.team.title);
  await expect(page.getByRole('main')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page.locator('[aria-live="polite"]', { hasText: pages.team.title })).toHaveCount(1);
  const description = page.locator('meta[name="description"]');
  await expect(description).toHaveCount(1);
  await expect(description).toHaveAttribute('content', pages.team.description);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/insider\/team$/);
  await expect(footerLink(page, 'Our Teams')).toHaveAttribute('aria-current', 'page');
  await expect(footerLink(page, 'Who We Are')).not.toHaveAttribute('aria-current', 'page');
  expect(loads()).toBe(0);
});

test('back and forward show the pages again, back where they were scrolled', async ({ page }) => {
  await openLive(page, pages.home.path);
  await footerLink(page, 'Who We Are').click();
  await expect(page).toHaveTitle(pages.whoWeAre.title);
  await page.goBack();
  await expect(page).toHaveTitle(pages.home.title);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.home.title);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  await page.goForward();
  await expect(page).toHaveTitle(pages.whoWeAre.title);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('the skip link comes first and leads to the content', async ({ page }) => {
  await openLive(page, pages.home.path);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('links between the map page and the rest load the document, so each has its own policy', async ({
  page,
}) => {
  await openLive(page, pages.home.path);
  const loads = countLoads(page);
  await footerLink(page, 'Contact').click();
  await expect(page).toHaveTitle(pages.contact.title);
  expect(loads()).toBe(1);
});

test('the footer names the year of the visitor, the company and its social networks', async ({ page }) => {
  await openLive(page, pages.home.path);
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(String(new Date().getFullYear()));
  for (const heading of ['Products & Services', 'Our Company', 'Quick Link', 'Social Link'])
    await expect(footer.getByRole('heading', { name: heading })).toBeVisible();
  for (const network of ['Facebook', 'Twitter', 'LinkedIn'])
    await expect(footer.getByRole('link', { name: network })).toHaveAttribute('href', /^https:\/\//);
});
