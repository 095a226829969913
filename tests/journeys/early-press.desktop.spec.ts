import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { expectLive, holdBack, openLive } from '../support/live-page.ts';

test('an "Apply Now" pressed before the page is alive opens its form once it is', async ({ page }) => {
  const letScriptsCome = await holdBack(page, '**/assets/entry-client-*.js');
  await page.goto(pages.career.path, { waitUntil: 'load' });
  await page
    .getByRole('link', { name: /Apply Now/ })
    .first()
    .click();
  letScriptsCome();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a "Read More" pressed before the page is alive opens its dialog once it is', async ({ page }) => {
  const letScriptsCome = await holdBack(page, '**/assets/*.js');
  await page.goto(pages.team.path, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Read More about Natasha Phiri' }).click();
  letScriptsCome();
  const dialog = page.getByRole('dialog', { name: 'Natasha Phiri' });
  await expect(dialog).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Read More about Natasha Phiri' })).toBeFocused();
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
  await page.goto(pages.privacy.path, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.early.started !== undefined);
  rest.resolve();
  await expectLive(page);
  const { asked, whole } = await page.evaluate(() => {
    const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const chunk = performance.getEntriesByType('resource').find(({ name }) => /assets\/privacy-/.test(name));
    return { asked: chunk?.startTime ?? 0, whole: load?.domContentLoadedEventStart ?? 0 };
  });
  expect(whole).toBeGreaterThan(0);
  expect(asked).toBeGreaterThanOrEqual(whole);
});

test('where the browser tells nobody of its first paint the app starts all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Performance.prototype.getEntriesByType = () => [];
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
