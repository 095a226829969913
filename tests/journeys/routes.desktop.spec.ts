import { pages } from '#src/paths.ts';

import { expectPage } from '../support/expect-page.ts';
import { expect, test } from '../support/journey.ts';
import { expectLive } from '../support/live-page.ts';
import { dataRoutes, firstEntryRoutes, staticRoutes } from '../support/routes.ts';

const routes = [...staticRoutes, ...dataRoutes];

for (const [index, route] of routes.entries()) {
  const next = routes[(index + 1) % routes.length] ?? route;
  test(`${route.path} opens by its address, and a link of the site leads on to ${next.path}`, async ({
    page,
  }) => {
    const response = await page.goto(route.path);
    expect(response?.status()).toBe(200);
    await expectPage(page, route);
    await expectLive(page);
    await expectPage(page, route);

    const inFooter = page.getByRole('contentinfo').locator(`a[href="${next.path}"]`);
    if ((await inFooter.count()) === 0) {
      await page.getByRole('contentinfo').locator(`a[href="${pages.mediaRoom.path}"]`).click();
      await page.getByRole('main').locator(`a[href="${next.path}"]`).first().click();
    } else await inFooter.first().click();
    await expectPage(page, next);
  });
}

test('an article and a vacancy open by their addresses', async ({ page, site }) => {
  const { article, vacancy } = await firstEntryRoutes(site.url);
  for (const route of [article, vacancy]) {
    const response = await page.goto(route.path);
    expect(response?.status()).toBe(200);
    await expectLive(page);
    await expectPage(page, route);
  }
});

test('an address with a slash at its end leads to the one without', async ({ page }) => {
  await page.goto(`${pages.team.path}/`);
  await expectPage(page, pages.team);
});

test.describe('an address that names nothing', () => {
  test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 404/] });

  for (const path of ['/nothing-here', '/insider', '/media-room/filter/video', '/Contact']) {
    test(`${path} answers 404 with the not-found page`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expectPage(page, { path, title: '404 - Page Not Found' });
      await expect(
        page.getByText(
          'The Page you are looking for might be removed had its name change or temporarily unavailable',
        ),
      ).toBeVisible();
      await page.getByRole('link', { name: 'Go to Homepage' }).click();
      await expectPage(page, pages.home);
    });
  }
});
