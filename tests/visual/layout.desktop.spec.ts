import type { Page } from '@playwright/test';

import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';
import { dataRoutes, staticRoutes } from '../support/routes.ts';

for (const { path } of [...staticRoutes, ...dataRoutes])
  test(`${path} fits from 320 to 1920 px, and with its text twice as large`, async ({ page }) => {
    await openLive(page, path);
    for (const width of [320, 768, 992, 1920, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await misfits(page), `at ${width} px`).toEqual([]);
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await misfits(page), 'with large text').toEqual([]);
  });

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
