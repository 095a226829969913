import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { expectLive, openLive } from '../support/live-page.ts';

/** Holds back the scripts whose address fits; what it returns lets them come. */
async function holdScripts(page: Page, address: string): Promise<() => void> {
  let letScriptsCome = () => {};
  const scriptsMayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve;
  });
  await page.route(address, async (route) => {
    await scriptsMayCome;
    await route.continue();
  });
  return letScriptsCome;
}

test('an "Apply Now" pressed before the page is alive opens its form once it is', async ({ page }) => {
  const letScriptsCome = await holdScripts(page, '**/assets/entry-client-*.js');
  await page.goto(pages.career.path, { waitUntil: 'load' });
  await page
    .getByRole('button', { name: /Apply Now/ })
    .first()
    .click();
  letScriptsCome();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a "Read More" pressed before the page is alive opens its dialog once it is', async ({ page }) => {
  const letScriptsCome = await holdScripts(page, '**/assets/*.js');
  await page.goto(pages.team.path, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Read More about Natasha Phiri' }).click();
  letScriptsCome();
  const dialog = page.getByRole('dialog', { name: 'Natasha Phiri' });
  await expect(dialog).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Read More about Natasha Phiri' })).toBeFocused();
});

test('after the skip link the next page begins at its top', async ({ page }) => {
  await openLive(page, pages.privacy.path);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Who We Are' }).click();
  await expect(page).toHaveTitle(pages.whoWeAre.title);
  await expectLive(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
