import type { Page } from '@playwright/test';

import { career } from '#src/content/career.ts';
import * as ui from '#src/content/interface.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { connectMount, otherPaths } from '#src/server-paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { goByLink, openLive, untilLive } from '../kit/page.ts';
import { heading, main } from './visitor.ts';

test.use({ expectedErrors: [failedRequest] });

const call = connectMount + connectCalls.jobList;

/** Checks that the page has one h1 and a footer, is not busy, and has no `undefined` or `NaN` in its text. */
async function expectStanding(page: Page): Promise<void> {
  await untilLive(page);
  await expect(heading(page)).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  expect(await main(page).textContent()).not.toMatch(/undefined|\bnull\b|NaN|Invalid Date|\[object|\ufffd/);
}

test('the page stands if its list is slow, fails or breaks off, and a retry or a return to the tab loads the list', async ({
  page,
  app,
}) => {
  const { promise: until, resolve: letItCome } = Promise.withResolvers<void>();
  const items = main(page).getByRole('listitem');
  for (const mishap of [{ until }, { status: 500 }, { after: 20 }] as const)
    await test.step(Object.keys(mishap).join(), async () => {
      app.line.always('GET', call, mishap);
      await openLive(page, pages.privacy.path);
      await goByLink(page, pages.career);
      if ('until' in mishap) {
        await expect(main(page).locator('.placeholder').first()).toBeVisible();
        letItCome();
      } else {
        const retry = main(page).getByRole('button', { name: ui.retry });
        await expect(retry).toBeVisible();
        await expectStanding(page);
        app.line.clear();
        if ('status' in mishap) await retry.click();
        else await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      }
      await expect(items.first()).toBeVisible();
    });
});

test('a failed list appears once requests succeed again, although the browser was never offline @full', async ({
  page,
  app,
}) => {
  await page.clock.install();
  app.line.always('GET', call, 'cut');
  app.line.always('HEAD', otherPaths.health, 'cut');
  await openLive(page, pages.award.path);
  await goByLink(page, pages.career);
  await expect(main(page).getByRole('alert')).toContainText(career.list.neverLoaded);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  app.line.clear();
  await page.clock.runFor('00:30');
  await expect(main(page).getByRole('link', { name: 'Apply Now' }).first()).toBeVisible();
});
