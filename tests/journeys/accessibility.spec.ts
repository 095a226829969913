import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { findings } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';
import { dataRoutes, firstEntryRoutes, staticRoutes } from '../support/routes.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const rulesOfColours = ['color-contrast', 'link-in-text-block'];

// Colours are measured where nothing moves any more.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Every rule in light colours, those that look at colours in dark ones as well: the page is the same in both. */
async function expectNoFindings(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await findings(page, { type: 'tag', values: tags });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findings(page, { type: 'rule', values: rulesOfColours });
  expect({ light, dark }, page.url()).toEqual({ light: [], dark: [] });
}

for (const { path } of [...staticRoutes, ...dataRoutes, pages.thanks])
  test(`axe finds nothing on ${path}, light or dark`, async ({ page }) => {
    await openLive(page, path);
    await expectNoFindings(page);
  });

test('axe finds nothing on an article and a vacancy, light or dark', async ({ page, site }) => {
  const { article, vacancy } = await firstEntryRoutes(site.url);
  for (const { path } of [article, vacancy]) {
    await openLive(page, path);
    await expectNoFindings(page);
  }
});

test('axe finds nothing in the menus, light or dark', async ({ page }) => {
  await openLive(page, pages.home.path);
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  for (const name of ['Inside', 'Subsidiaries']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'true');
    await expectNoFindings(page);
  }
});

for (const [path, opener] of [
  [pages.home.path, 'Read More'],
  [pages.team.path, 'Read More'],
  [pages.career.path, 'Apply Now'],
] as const)
  test(`axe finds nothing in the dialog behind "${opener}" on ${path}, light or dark`, async ({ page }) => {
    await openLive(page, path);
    await page.getByRole('main').getByText(opener).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindings(page);
  });

test.describe('where a page is missing', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('axe finds nothing on the not-found page, light or dark', async ({ page }) => {
    await openLive(page, '/nothing-here');
    await expectNoFindings(page);
  });
});
