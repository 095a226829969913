import { expect, type Page, test } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { nextBuild } from '../../support/builds.ts';
import { keptFiles, saveData, startDevice, untilKept, untilReady } from '../../support/device.ts';
import { expectApp, expectLive, goByLink } from '../../support/live-page.ts';
import { staticRoutes } from '../../support/routes.ts';
import { startSite } from '../../support/site.ts';
import { lookForVersions, prompt, scriptOf, update } from '../../support/versions.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Asked of the cache itself: the browser's own HTTP cache could stand in for it. */
async function untilCsrKept(page: Page): Promise<void> {
  const files = () =>
    keptFiles(page).then((all) =>
      all.filter((file) => file.includes('/csr') && !file.endsWith('.svg')).sort(),
    );
  await expect
    .poll(files, { timeout: 90_000 })
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

test('who saves data gets the whole site for a press, at the price that the button names', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  await saveData(page);
  await page.goto(weather.url + pages.privacy.path);
  await untilKept(page);
  const save = page.getByRole('button', { name: /^Save the whole site, \d{2,3} KB$/ });
  await expect(save).toBeVisible({ timeout: 90_000 });
  const bundles = () => weather.seen.filter((seen) => seen.includes('/assets/site-'));
  expect(bundles(), 'what nobody asked for').toEqual([]);
  await save.click();
  await untilReady(page);
  await expect(save).toBeHidden();
  expect(bundles()).toHaveLength(1);
  await weather.down();
  await page.goto(weather.url + pages.team.path);
  await expectLive(page);
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
  await expect(prompt(page)).toBeVisible({ timeout: 90_000 });
  // Opened while the new version waits, which keeps it: of the old one the server has it no more.
  await goByLink(page, pages.award);
  const awards = () => keptFiles(page).then((all) => all.filter((file) => file === '/insider/award.html'));
  await expect.poll(awards, { timeout: 90_000 }).toHaveLength(1);
  await update(page).click();
  await expect.poll(() => scriptOf(page)).toContain('Ww.js');
  await expectLive(page);
  await site.stop();
  await page.goto(site.url + pages.award.path);
  await expect(heading(page)).toHaveText(pages.award.title);
  await page.goto(site.url + pages.csr.path);
  await expectLive(page);
  await expect.poll(() => scriptOf(page)).toContain('Ww.js');
});

test('a version that lacks what is kept of the one before does not take its place', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using build = await nextBuild('Vv');
  await using device = await startDevice();
  const page = device.page();
  await saveData(page);
  await page.goto(weather.url + pages.privacy.path);
  await untilKept(page);
  await goByLink(page, pages.csr);
  await untilCsrKept(page);
  weather.always('GET', `${pages.csr.path}.html?`, { page: 200 });
  const csrAsked = () => weather.seen.filter((seen) => seen.includes(`${pages.csr.path}.html?`)).length;
  const before = csrAsked();
  await site.stop();
  await site.start({ BUILD_DIR: build.dir });
  await lookForVersions(page);
  await expect.poll(csrAsked, { timeout: 90_000 }).toBeGreaterThan(before);
  const versions = () =>
    page.evaluate(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready;
      return { installing: installing !== null, waiting: waiting !== null };
    });
  await expect.poll(async () => (await versions()).installing, { timeout: 90_000 }).toBe(false);
  expect(await versions(), 'it waits, and lacks a page').toEqual({ installing: false, waiting: false });
  weather.clear();
  await lookForVersions(page);
  await update(page).click({ timeout: 90_000 });
  await expect.poll(() => scriptOf(page)).toContain('Vv.js');
  await expectLive(page);
  await weather.down();
  await page.goto(weather.url + pages.csr.path);
  await expectLive(page);
});

test('what is opened once the line is no longer a slow one is kept as was said', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  const session = await saveData(page);
  await page.goto(site.url + pages.privacy.path);
  await expect(status(page, 'What you open here can be read offline')).toBeVisible({ timeout: 90_000 });
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: false });
  await goByLink(page, pages.csr);
  await untilCsrKept(page);
});

test('what the old version lacks is not paid for beside the one that waits', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using build = await nextBuild('Uu');
  await using device = await startDevice();
  const page = device.page();
  const session = await saveData(page);
  await page.goto(weather.url + pages.privacy.path);
  await untilKept(page);
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: false });
  await site.stop();
  await site.start({ BUILD_DIR: build.dir });
  for (let visit = 0; visit < 2; visit += 1) {
    await page.reload();
    await expect(prompt(page)).toBeVisible({ timeout: 90_000 });
  }
  expect(weather.seen.filter((seen) => seen.includes('/assets/site-'))).toHaveLength(1);
  expect(weather.seen.filter((seen) => seen.startsWith(`GET ${pages.team.path}.html?`))).toEqual([]);
});
