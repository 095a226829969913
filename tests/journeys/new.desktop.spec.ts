import type { Page } from '@playwright/test';

import * as ui from '#src/content/interface.ts';
import { connectCalls, mediaListPath, pages } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';

import { publishArticle } from '../kit/article.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { goByLink, openLive, untilReady } from '../kit/page.ts';
import { openVacancy } from '../kit/vacancy.ts';
import { main, untilStored } from './visitor.ts';

test.use({ server: {}, serviceWorkers: 'allow', expectedErrors: [failedRequest] });

/** Titles of the items marked as new. */
const newOnes = (page: Page) =>
  main(page)
    .locator('article, li')
    .filter({ has: page.getByText(ui.isNew, { exact: true }) })
    .locator('h2, h3');

/** Dates have whole seconds: what is published in the one of an item that was shown is not newer. */
async function nextSecond(): Promise<void> {
  const second = () => Math.floor(Date.now() / 1000);
  const now = second();
  await expect.poll(second).toBeGreaterThan(now);
}

test('items added since my last visit are marked as new, online and offline, until I have seen them', async ({
  app: { dataDir, line },
  context,
  page,
}) => {
  const press = mediaListPath('press');
  const open = async (tab: Page, path: string, titles: string[]) => {
    await openLive(tab, path);
    await expect(newOnes(tab)).toHaveText(titles);
  };
  await test.step('nothing is marked on a first visit', async () => {
    await open(page, press, []);
    await untilReady(page);
    await untilStored(page, connectCalls.mediaList('press'));
    await open(page, pages.career.path, []);
    await untilStored(page);
  });
  await test.step('new items are marked on the next visit', async () => {
    await publishArticle(dataDir, 'press', 'A new pump');
    await openVacancy(dataDir, 'Pump Fitter');
    await openVacancy(dataDir, 'Talent Pool', { type: 'open application' });
    await open(page, press, ['A new pump']);
    await goByLink(page, pages.career);
    await expect(main(page).getByRole('heading', { name: 'Talent Pool' })).toBeVisible();
    await expect(newOnes(page)).toHaveText(['Pump Fitter']);
    await goByLink(page, pages.mediaRoom);
    await expect(newOnes(page)).toHaveText(['A new pump']);
  });
  await test.step('items already seen are not marked in a second tab or offline', async () => {
    const second = await context.newPage();
    await open(second, press, []);
    await expect(newOnes(page)).toHaveText(['A new pump']);
    await second.close();
    await line.down();
    await open(page, press, []);
    await line.up();
  });
  await test.step('an item in a saved copy that I have not seen yet is marked offline', async () => {
    // An open list would show it.
    await openLive(page, pages.csr.path);
    await nextSecond();
    await publishArticle(dataDir, 'press', 'A newer pump');
    const call = connectMount + connectCalls.mediaList('press');
    await page.evaluate((url) => fetch(url), call);
    const copy = () => page.evaluate(async (url) => (await caches.match(url))?.text(), call);
    await expect.poll(copy).toContain('A newer pump');
    await line.down();
    await open(page, press, ['A newer pump']);
    await line.up();
  });
  await test.step('items that were never shown stay new', async () => {
    const pumps = ['Pump 4', 'Pump 3', 'Pump 2', 'Pump 1'];
    await openLive(page, pages.csr.path);
    await nextSecond();
    for (const title of pumps.toReversed()) await publishArticle(dataDir, 'press', title);
    await open(page, pages.mediaRoom.path, pumps.slice(0, 3));
    await open(page, `${press}?q=pump`, pumps);
    await open(page, press, pumps);
    await open(page, press, []);
  });
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test("the server's html is hydrated as it is, and then says what is new @full", async ({
    app: { dataDir },
    page,
  }) => {
    const press = mediaListPath('press');
    await openLive(page, press);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('valtio_app'))).toContain('press');
    await publishArticle(dataDir, 'press', 'A new pump');
    await openLive(page, press);
    await expect(newOnes(page)).toHaveText(['A new pump']);
  });
});
