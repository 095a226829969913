import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expectNoFindings } from '../support/axe.ts';
import { expectPage } from '../support/expect-page.ts';
import { expect, test } from '../support/journey.ts';
import { expectLive } from '../support/live-page.ts';
import { dataRoutes, deviceRoutes, firstEntryRoutes, type Route, staticRoutes } from '../support/routes.ts';

// Colours are measured where nothing moves any more.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const routes = [...staticRoutes, ...deviceRoutes, ...dataRoutes];

async function open(page: Page, route: Route): Promise<void> {
  const response = await page.goto(route.path);
  expect(response?.status()).toBe(200);
  await expectPage(page, route);
  await expectLive(page);
  await expectPage(page, route);
}

/** From 320 to 1920 px, and with the text twice as large. */
async function expectFitting(page: Page): Promise<void> {
  for (const width of [320, 768, 992, 1920, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await misfits(page), `at ${width} px`).toEqual([]);
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect.soft(await misfits(page), 'with large text').toEqual([]);
}

/** What makes the page scroll sideways, or holds more text than it shows. */
function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
    for (const element of document.querySelectorAll(
      'main h1, main h2, main h3, main p, main .btn, header a',
    )) {
      const isHidden = element.querySelector('.visually-hidden') ?? element.closest('.visually-hidden');
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      if (isCut && isHidden === null) found.push(`cut off: ${element.textContent.slice(0, 60)}`);
    }
    return found;
  });
}

for (const [index, route] of routes.entries()) {
  const next = routes[(index + 1) % routes.length] ?? route;
  test(`${route.path} opens, satisfies axe, fits every width and leads on to ${next.path}`, async ({
    page,
  }) => {
    await open(page, route);
    await expectNoFindings(page);
    await expectFitting(page);
    const inFooter = page.getByRole('contentinfo').locator(`a[href="${next.path}"]`);
    if ((await inFooter.count()) === 0) {
      await page.getByRole('contentinfo').locator(`a[href="${pages.mediaRoom.path}"]`).click();
      await page.getByRole('main').locator(`a[href="${next.path}"]`).first().click();
    } else await inFooter.first().click();
    await expectPage(page, next);
  });
}

test('an article and a vacancy open by their addresses and satisfy axe', async ({ page, site }) => {
  const { article, vacancy } = await firstEntryRoutes(site.url);
  for (const route of [article, vacancy]) {
    await open(page, route);
    await expectNoFindings(page);
  }
});

test.describe('an address that names nothing', () => {
  test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 404/] });

  test('answers 404 with the not-found page, which satisfies axe and leads home', async ({ page }) => {
    const path = '/nothing-here';
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expectPage(page, { path, title: '404 - Page Not Found' });
    await expect(
      page.getByText(
        'The Page you are looking for might be removed had its name change or temporarily unavailable',
      ),
    ).toBeVisible();
    await expectLive(page);
    await expectNoFindings(page);
    await page.getByRole('link', { name: 'Go to Homepage' }).click();
    await expectPage(page, pages.home);
  });
});
