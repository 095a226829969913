import type { Page } from '@playwright/test';

import { keptWords, updateWords } from '#src/content/status.ts';
import { pages } from '#src/paths.ts';

import { startApp } from '../kit/app.ts';
import { builds } from '../kit/builds.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { goByLink, openLive, untilLive, untilReady } from '../kit/page.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [failedRequest] });

const version = (page: Page) => page.locator('link[rel=modulepreload]').first().getAttribute('href');

/** The pages' html on the device, asked of the cache itself: the browser's HTTP cache could stand in for it. */
function storedPages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const paths = lists.flat().map(({ url }) => new URL(url).pathname);
    return paths.filter((path) => path.endsWith('.html'));
  });
}

test('with Save-Data what is opened can be read offline, also after an update, and the whole site once it is installed', async ({
  app: { line, url },
  page,
}) => {
  await using today = await startApp({}, builds.saving);
  await using next = await startApp({}, builds.nextSaving);
  line.to(today.url);
  await page.goto(pages.privacy.path);
  await untilReady(page);
  await expect(page.getByRole('status').filter({ hasText: keptWords.page })).toBeVisible();
  await goByLink(page, pages.csr);
  await untilReady(page);
  expect(await storedPages(page)).not.toContain(`${pages.team.path}.html`);

  await test.step('an update brings what was stored, and nothing else', async () => {
    const old = await version(page);
    line.to(next.url);
    await openLive(page, pages.privacy.path);
    await page.getByRole('button', { name: updateWords.update, exact: true }).click();
    await expect.poll(() => version(page)).not.toBe(old);
    await untilLive(page);
    expect(await storedPages(page)).not.toContain(`${pages.team.path}.html`);
    await line.down();
    for (const { path, title } of [pages.privacy, pages.csr, pages.saved]) {
      await openLive(page, path);
      await expect(page).toHaveTitle(title);
      expect(await version(page)).not.toBe(old);
    }
    await page.goto(pages.team.path);
    await expect(page).toHaveURL(`${url}${pages.saved.path}?for=${encodeURIComponent(pages.team.path)}`);
    await line.up();
  });
  await test.step('the installed app has the whole site', async () => {
    await openLive(page, pages.privacy.path);
    await untilReady(page);
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await expect.poll(() => page.evaluate(() => caches.has('whole-site'))).toBe(true);
    await line.down();
    await openLive(page, pages.team.path);
  });
});
