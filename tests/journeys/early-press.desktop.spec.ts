import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { expectLive, holdBack, openLive } from '../support/live-page.ts';

const app = '**/assets/entry-client-*.js';

test('"Apply Now" leads to the form before the app is here', async ({ page }) => {
  await holdBack(page, app);
  await page.goto(pages.career.path, { waitUntil: 'commit' });
  await page.getByText('Apply Now').first().click();
  await expect(page).toHaveURL(/\?apply=1$/);
  await expect(page.getByLabel('First name')).toBeVisible();
});

test('"Read More" opens and closes its dialog before the app is here, which then takes it over', async ({
  page,
}) => {
  const letAppCome = await holdBack(page, app);
  await page.goto(pages.team.path, { waitUntil: 'commit' });
  const readMore = page.getByRole('link', { name: 'Read More about Natasha Phiri' });
  const dialog = page.getByRole('dialog', { name: 'Natasha Phiri' });
  await readMore.click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('link', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  await readMore.click();
  await expect(dialog).toBeVisible();
  letAppCome();
  await expectLive(page);
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true);
  expect(new URL(page.url()).hash).toBe('');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(readMore).toBeFocused();
});

test('an app that is here before the whole page waits for the rest of it', async ({ page }) => {
  const rest = Promise.withResolvers<void>();
  await page.route('**/rest.js', async (route) => {
    await rest.promise;
    await route.fulfill({ contentType: 'text/javascript', body: 'document.currentScript.remove()' });
  });
  await page.route(`**${pages.privacy.path}`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: html.replace('<footer', '<script src="/rest.js"></script><footer'),
    });
  });
  const code = page.waitForResponse('**/assets/privacy-*.js');
  await page.goto(pages.privacy.path, { waitUntil: 'commit' });
  await (await code).finished();
  await expect(page.locator('nav[aria-label="Main"]')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  rest.resolve();
  await expectLive(page);
  await expect(page.getByRole('contentinfo')).toBeAttached();
});

test('where the browser tells nobody of its first paint the app starts all the same', async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined;
  });
  await openLive(page, pages.privacy.path);
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
