import { pages } from '#src/paths.ts';

import { expectPage } from '../support/expect-page.ts';
import { expect, test } from '../support/journey.ts';
import { staticRoutes } from '../support/routes.ts';

test.use({ javaScriptEnabled: false });

for (const route of staticRoutes)
  test(`${route.path} reads completely with JavaScript off, and its links work`, async ({ page }) => {
    await page.goto(route.path);
    await expectPage(page, route);
    const words = (await page.getByRole('main').textContent())?.split(/\s+/) ?? [];
    expect(words.length).toBeGreaterThan(60);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expectPage(page, pages.privacy);
  });
