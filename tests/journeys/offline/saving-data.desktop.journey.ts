import { expect, type Page, test } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { nextBuild } from '../../support/builds.ts';
import { keptFiles, saveData, startDevice, untilKept } from '../../support/device.ts';
import { expectApp, expectLive } from '../../support/live-page.ts';
import { staticRoutes } from '../../support/routes.ts';
import { startSite } from '../../support/site.ts';

test.setTimeout(90_000);

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function goByLink(page: Page, { path, title }: { path: string; title: string }): Promise<void> {
  await page.getByRole('contentinfo').locator(`a[href="${path}"]`).first().click();
  await expect(heading(page)).toHaveText(title);
}

/** Asked of the cache itself: the browser's own HTTP cache could stand in for it. */
async function untilCsrKept(page: Page): Promise<void> {
  const files = () => keptFiles(page).then((all) => all.filter((file) => file.includes('/csr')).sort());
  await expect
    .poll(files, { timeout: 20_000 })
    .toEqual([expect.stringMatching(/^\/assets\/csr-/), '/insider/csr.html']);
}

test('who saves data can read offline what they have opened, and the whole site once it is installed', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await saveData(page);
  await page.goto(site.url + pages.privacy.path);
  await untilKept(page);
  await expect(status(page, 'What you open here can be read offline')).toBeVisible();
  expect((await keptFiles(page)).length).toBeLessThan(25);
  await goByLink(page, pages.csr);
  await untilCsrKept(page);
  await page.goto(site.url + pages.award.path);
  await expectLive(page);
  await site.stop();

  for (const { path, title } of [pages.privacy, pages.csr, pages.award]) {
    await page.goto(site.url + path);
    await expectLive(page);
    await expect(page).toHaveTitle(title);
  }
  for (const path of [pages.team.path, pages.mediaRoom.path]) {
    const answer = await page.goto(site.url + path);
    expect(answer?.status()).toBe(503);
    await expect(heading(page)).toHaveText('This page is not saved on this device');
  }
  await page.getByRole('link', { name: pages.csr.title }).click();
  await expectApp(page, pages.privacy);

  await site.start();
  await page.goto(site.url + pages.team.path);
  await expectLive(page);
  await expect(async () => {
    // Before the page listens nobody hears it.
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await expect(status(page, 'Ready to work offline')).toBeVisible();
  }).toPass();
  await site.stop();
  for (const { path, title } of staticRoutes) {
    await page.goto(site.url + path);
    await expectLive(page);
    await expect(page).toHaveTitle(title);
  }
});

test('what was opened stays readable offline after an update, for who saves data as well', async () => {
  await using site = await startSite();
  await using build = await nextBuild('Ww');
  await using device = await startDevice();
  const page = device.page();
  await saveData(page);
  await page.goto(site.url + pages.privacy.path);
  await untilKept(page);
  await goByLink(page, pages.csr);
  await untilCsrKept(page);
  await goByLink(page, pages.privacy);
  await site.stop();
  await site.start({ BUILD_DIR: build.dir });
  await page.reload();
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(page.locator('script[src$="Ww.js"]').first()).toBeAttached();
  await expectLive(page);
  await site.stop();
  await page.goto(site.url + pages.csr.path);
  await expectLive(page);
  await expect(page.locator('script[src$="Ww.js"]').first()).toBeAttached();
});
