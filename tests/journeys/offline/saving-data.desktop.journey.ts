import { expect, type Page, test } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { buildWithSentence, nextBuild, saveDataInWorker } from '../../support/builds.ts';
import { keptFiles, startDevice, untilKept } from '../../support/device.ts';
import { expectLive, goByLink } from '../../support/live-page.ts';
import { staticRoutes } from '../../support/routes.ts';
import { startSite } from '../../support/site.ts';
import { prompt, scriptOf, update } from '../../support/versions.ts';

test.setTimeout(240_000);

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Asked of the cache itself: the browser's own HTTP cache could stand in for it. */
async function untilFileKept(page: Page, file: string): Promise<void> {
  await expect.poll(() => keptFiles(page), { timeout: 90_000 }).toContain(file);
}

test('who saves data can read offline what they have opened, and the whole site once it is installed', async () => {
  await using build = await buildWithSentence('privacy.html', 'For who saves data.');
  await saveDataInWorker(build);
  await using site = await startSite({ BUILD_DIR: build.dir });
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url + pages.privacy.path);
  await untilKept(page);
  await expect(status(page, 'What you open here can be read offline')).toBeVisible();
  expect((await keptFiles(page)).length).toBeLessThan(35);
  await goByLink(page, pages.csr);
  await untilFileKept(page, '/insider/csr.html');
  await page.goto(site.url + pages.award.path);
  await expectLive(page);
  await site.stop();

  for (const { path, title } of [pages.privacy, pages.csr, pages.award, pages.saved]) {
    await page.goto(site.url + path);
    await expectLive(page);
    await expect(page).toHaveTitle(title);
  }
  await page.goto(site.url + pages.team.path);
  await expect(page).toHaveURL(`${site.url}${pages.saved.path}?for=${encodeURIComponent(pages.team.path)}`);

  await site.start();
  await page.goto(site.url + pages.team.path);
  await expectLive(page);
  await expect(async () => {
    // Before the page listens nobody hears it.
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await untilFileKept(page, '/commercial/zstudy.html');
  }).toPass();
  await expect.poll(() => page.evaluate(() => caches.has('whole-site'))).toBe(true);
  await site.stop();
  for (const { path, title } of staticRoutes) {
    await page.goto(site.url + path);
    await expectLive(page);
    await expect(page).toHaveTitle(title);
  }
});

test('what was opened stays readable offline after an update, for who saves data as well', async () => {
  await using first = await buildWithSentence('privacy.html', 'For who saves data.');
  await using next = await nextBuild('Ww');
  for (const build of [first, next]) await saveDataInWorker(build);
  await using site = await startSite({ BUILD_DIR: first.dir });
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url + pages.privacy.path);
  await untilKept(page);
  await goByLink(page, pages.csr);
  await untilFileKept(page, '/insider/csr.html');
  await goByLink(page, pages.privacy);
  await site.stop();
  await site.start({ BUILD_DIR: next.dir });
  await page.reload();
  await expect(prompt(page)).toBeVisible({ timeout: 90_000 });
  await update(page).click();
  await expect.poll(() => scriptOf(page)).toContain('Ww.js');
  await expectLive(page);
  expect((await keptFiles(page)).length).toBeLessThan(41);
  await site.stop();
  await page.goto(site.url + pages.csr.path);
  await expect(heading(page)).toHaveText(pages.csr.title);
  await expectLive(page);
  await expect.poll(() => scriptOf(page)).toContain('Ww.js');
});
