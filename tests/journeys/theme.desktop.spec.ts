import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';

// The scripts that one test keeps away.
test.use({ colorScheme: 'dark', expectedErrors: [/Failed to load resource/] });

const paperOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the colours follow the system until the visitor chooses, and the choice stays', async ({ page }) => {
  const paper = () => paperOf(page);
  await openLive(page, pages.whoWeAre.path);
  const dark = await paper();
  await page.getByRole('button', { name: /^Colours: as the system/ }).click();
  const light = await paper();
  expect(light).not.toBe(dark);

  await page.reload();
  await expect(page.getByRole('button', { name: /^Colours: light/ })).toBeVisible();
  expect(await paper()).toBe(light);

  await page.getByRole('button', { name: /^Colours: light/ }).click();
  await page.getByRole('button', { name: /^Colours: dark/ }).click();
  await expect(page.getByRole('button', { name: /^Colours: as the system/ })).toBeVisible();
  expect(await paper()).toBe(dark);
});

test('a stored choice holds from the first frame on', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openLive(page, pages.whoWeAre.path);
  await page.getByRole('button', { name: /^Colours: as the system/ }).click();
  await page.getByRole('button', { name: /^Colours: light/ }).click();
  const dark = await paperOf(page);
  // The page is painted without the app, and before the rest of it arrives.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.addInitScript(() => {
    const note = () => {
      if (document.body === null) requestAnimationFrame(note);
      else document.documentElement.dataset.firstFrame = getComputedStyle(document.body).backgroundColor;
    };
    requestAnimationFrame(note);
  });
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.dataset.firstFrame)).toBe(dark);
});
