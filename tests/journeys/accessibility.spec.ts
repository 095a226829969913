import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';
import { dataRoutes, firstEntryRoutes, staticRoutes } from '../support/routes.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** One line for each finding, so that a failure can be read. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}: ${node.failureSummary}`),
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing in ${colorScheme} colours`, () => {
    // Colours are measured where nothing moves any more.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    for (const { path } of [...staticRoutes, ...dataRoutes, pages.thanks])
      test(`on ${path}`, async ({ page }) => {
        await openLive(page, path);
        expect(await findings(page)).toEqual([]);
      });

    test('on an article and a vacancy', async ({ page, site }) => {
      const { article, vacancy } = await firstEntryRoutes(site.url);
      for (const { path } of [article, vacancy]) {
        await openLive(page, path);
        expect(await findings(page), path).toEqual([]);
      }
    });

    for (const name of ['Inside', 'Subsidiaries'])
      test(`in the menu "${name}"`, async ({ page }) => {
        await openLive(page, pages.home.path);
        const menu = page.getByRole('button', { name: 'Menu' });
        if (await menu.isVisible()) await menu.click();
        await page.getByRole('button', { name }).click();
        expect(await findings(page)).toEqual([]);
      });

    for (const [path, opener] of [
      [pages.home.path, 'Read More'],
      [pages.team.path, 'Read More'],
      [pages.career.path, 'Apply Now'],
    ] as const)
      test(`in the dialog behind "${opener}" on ${path}`, async ({ page }) => {
        await openLive(page, path);
        await page.getByRole('main').getByText(opener).first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await findings(page)).toEqual([]);
      });

    test.describe('where a page is missing', () => {
      test.use({ expectedErrors: [/status of 404/] });

      test('on the not-found page', async ({ page }) => {
        await openLive(page, '/nothing-here');
        expect(await findings(page)).toEqual([]);
      });
    });
  });
}
