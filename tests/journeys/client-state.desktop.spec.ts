import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';

// Which values are foreign, the unit test of `persist.ts` lists; here, that the page lives with one.
test('the page works when localStorage holds foreign content', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('valtio_auth', '{');
    localStorage.setItem('valtio_app', '<script>');
  });
  await openLive(page, pages.home.path);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our Teams' }).click();
  await expect(page).toHaveTitle(pages.team.title);
});

test('stored state is there again after a reload', async ({ page }) => {
  await openLive(page, pages.home.path);
  const stored = { isAuthenticated: true, user: { name: 'Chipo' } };
  await page.evaluate((state) => localStorage.setItem('valtio_auth', JSON.stringify(state)), stored);
  await page.reload();
  await openLive(page, pages.team.path);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('valtio_auth') ?? 'null'))).toEqual(
    stored,
  );
});
