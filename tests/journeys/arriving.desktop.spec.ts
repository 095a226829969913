import type { Page } from '@playwright/test';

import { alertWords } from '#src/content/alerts.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { pages } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { fillApplication, openLive, submitForm, thanks } from '../kit/page.ts';

test.use({ viewport: { width: 360, height: 740 } });

const scrolled = (page: Page) => page.evaluate(() => scrollY);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('"Follow your application" opens at its top, from far down in a list', async ({ page }) => {
  await openLive(page, pages.career.path);
  await page.getByRole('link', { name: 'Apply Now' }).last().click();
  await fillApplication(page, { Email: `${crypto.randomUUID()}@example.com` });
  await submitForm(page);
  const follow = thanks(page).getByRole('link', { name: outcomeWords.follow });
  await expect(follow).toBeVisible();
  expect(await scrolled(page)).toBeGreaterThan(200);
  await follow.click();
  await expect(heading(page)).toHaveText(pages.application.title);
  await expect(page.getByRole('button', { name: /^Withdraw/ })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
});

test('a link to a place on another page ends at that place, which comes after the page', async ({ page }) => {
  // Without alerts, the site offers its newsletter.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await openLive(page, pages.saved.path);
  // The offer comes when it is near.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('main').getByRole('link', { name: alertWords.newsletter }).click();
  await expect(heading(page)).toHaveText(pages.mediaRoom.title);
  await expect(page.locator('#newsletter')).toBeInViewport();
});

test('a damaged place is none: the page is shown', async ({ page }) => {
  await openLive(page, `${pages.privacy.path}#%`);
  await expect(heading(page)).toHaveText(pages.privacy.title);
});
