import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { buildWithSentence, nextBuild } from '../../support/builds.ts';
import { keptFiles, startDevice, untilKept } from '../../support/device.ts';
import { countLoads, expectLive } from '../../support/live-page.ts';
import { startSite } from '../../support/site.ts';
import { lookForVersions, openSite, prompt, scriptOf, update } from '../../support/versions.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

test('"Update" works in each of several tabs, one after the other and at once, and loads each once', async () => {
  await using site = await startSite();
  await using build = await nextBuild('Ab');
  await using device = await startDevice();
  const tabs = [await openSite(device.page(), site.url)];
  for (let count = 1; count < 3; count += 1)
    tabs.push(await openSite(await device.context().newPage(), site.url));
  const [first, second, late] = tabs as [Page, Page, Page];
  await site.stop();
  await site.start({ BUILD_DIR: build.dir });
  await lookForVersions(first);
  for (const tab of tabs) await expect(prompt(tab)).toBeVisible({ timeout: 90_000 });
  const loads = tabs.map(countLoads);
  await Promise.all([update(first).click(), update(second).click()]);
  for (const tab of [first, second]) await expect.poll(() => scriptOf(tab)).toContain('Ab.js');
  await update(late).click();
  await expect.poll(() => scriptOf(late)).toContain('Ab.js');
  for (const tab of tabs) {
    await expectLive(tab);
    await expect(prompt(tab)).toBeHidden();
  }
  expect(loads.map((count) => count())).toEqual([1, 1, 1]);
});

test('a third version that comes while one waits is the one that "Update" brings', async () => {
  await using site = await startSite();
  await using second = await nextBuild('Cd');
  await using third = await nextBuild('Ef');
  await using device = await startDevice();
  const page = await openSite(device.page(), site.url);
  await site.stop();
  await site.start({ BUILD_DIR: second.dir });
  await lookForVersions(page);
  await expect(prompt(page)).toBeVisible({ timeout: 90_000 });
  await site.stop();
  await site.start({ BUILD_DIR: third.dir });
  await lookForVersions(page);
  const waitsFor = (mark: string) =>
    keptFiles(page).then((files) => files.some((file) => file.endsWith(`${mark}.js`)));
  await expect.poll(() => waitsFor('Ef'), { timeout: 90_000 }).toBe(true);
  const loads = countLoads(page);
  // While the third is still being installed the second may take over; it is then offered by the next page.
  await update(page).click();
  await expect.poll(loads).toBe(1);
  await expectLive(page);
  if (!(await scriptOf(page))?.endsWith('Ef.js')) await update(page).click();
  await expect.poll(() => scriptOf(page)).toContain('Ef.js');
  await expect(prompt(page)).toBeHidden();
});

test('a version that could not be installed does not hide the one after it', async () => {
  await using site = await startSite();
  await using broken = await nextBuild('Gh');
  await using whole = await nextBuild('Ij');
  await using device = await startDevice();
  const page = await openSite(device.page(), site.url);
  await rm(join(broken.dir, 'privacy.html'));
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'redundant') document.body.dataset.failed = 'yes';
      });
    });
  });
  await site.stop();
  await site.start({ BUILD_DIR: broken.dir });
  await lookForVersions(page);
  await expect(page.locator('body[data-failed]')).toBeAttached({ timeout: 90_000 });
  await expect(prompt(page)).toBeHidden();
  await site.stop();
  await site.start({ BUILD_DIR: whole.dir });
  await lookForVersions(page);
  await expect(prompt(page)).toBeVisible({ timeout: 90_000 });
});

test('one changed sentence costs its page alone', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using sentence = await buildWithSentence('privacy.html', 'A sentence of the next build.');
  await using device = await startDevice();
  const page = await openSite(device.page(), weather.url);
  weather.seen.length = 0;
  await site.stop();
  await site.start({ BUILD_DIR: sentence.dir });
  await lookForVersions(page);
  await update(page).click({ timeout: 90_000 });
  await expect(prompt(page)).toBeHidden({ timeout: 90_000 });
  await expectLive(page);
  const fetched = weather.seen.filter((seen) => /__WB_REVISION__|\/assets\//.test(seen));
  expect(fetched).toEqual([expect.stringContaining('/privacy.html?')]);
  await page.goto(weather.url + pages.privacy.path);
  await expect(page.getByText('A sentence of the next build.')).toBeVisible();
});

test('an update long after the start is no first visit for the other tabs', async () => {
  await using site = await startSite();
  await using build = await nextBuild('Mn');
  await using device = await startDevice();
  const page = await openSite(device.page(), site.url);
  const other = await device.context().newPage();
  await other.clock.install();
  await openSite(other, site.url);
  await other.clock.fastForward('00:02:00');
  const ready = other.getByRole('status').filter({ hasText: 'Ready to work offline' });
  await site.stop();
  await site.start({ BUILD_DIR: build.dir });
  await lookForVersions(page);
  await update(page).click({ timeout: 90_000 });
  await expect.poll(() => scriptOf(page)).toContain('Mn.js');
  await untilKept(other);
  // By then the other tab has heard of everything that happened before.
  await lookForVersions(other);
  await other.clock.fastForward('00:00:10');
  await expect(ready).toBeHidden();
  expect((await keptFiles(other, 'images')).filter((file) => file.endsWith('.js'))).toEqual([]);
});
