import type { Page } from '@playwright/test';

import { shell } from '#src/content/interface.ts';
import { savedWords, updateWords } from '#src/content/status.ts';
import { connectCalls, otherPaths, pages } from '#src/paths.ts';

import { startApp } from '../kit/app.ts';
import { builds } from '../kit/builds.ts';
import { expect, test } from '../kit/journey.ts';
import { goByLink, openLive, untilLive, untilReady } from '../kit/page.ts';
import { files, status } from './visitor.ts';

const failed =
  /^console\.error: (?:Failed to load resource|An unknown error occurred when fetching the script)/;
test.use({ serviceWorkers: 'allow', expectedErrors: [failed] });

const version = (page: Page) => page.locator('link[rel=modulepreload]').first().getAttribute('href');
const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);

test('whatever breaks off while the site is being stored costs time only, and leaves nothing half', async ({
  app: { line },
  page,
}) => {
  const bundles = () => line.seen.filter((request) => request.includes('/assets/site-')).length;
  // A service that never answers holds nothing up.
  line.always('GET', connectCalls.jobList, 'hang');

  await test.step("a gateway's page in the bundle's place", async () => {
    line.next('GET', '/assets/site-', { page: 200 });
    await openLive(page, pages.home.path);
    await expect.poll(bundles).toBe(1);
    await expect.poll(() => hasWorker(page)).toBe(false);
    expect(await files(page, '\\.html$')).toEqual([]);
  });
  await test.step('the worker, then the bundle on a line that breaks off: the page at hand tries again', async () => {
    const offline = status(page, shell.offline);
    line.always('GET', otherPaths.worker, 'cut');
    line.always('HEAD', otherPaths.health, 'cut');
    await openLive(page, pages.home.path);
    await page.evaluate(() => document.body.setAttribute('data-document', 'same'));
    await expect(offline).toBeVisible();

    const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
    line.next('GET', '/assets/site-', { until, after: 40_000 });
    line.always('GET', otherPaths.worker, undefined);
    line.always('HEAD', otherPaths.health, undefined);
    await expect.poll(bundles).toBe(2);
    line.always('HEAD', otherPaths.health, 'cut');
    goOn();
    await expect(offline).toBeVisible();
    await expect.poll(() => hasWorker(page)).toBe(false);
    expect(await files(page, '\\.html$')).toEqual([]);

    line.always('HEAD', otherPaths.health, undefined);
    await expect(status(page, savedWords.site)).toBeVisible();
    await expect(page.locator('body[data-document]')).toBeAttached();
    expect(line.seen.filter((request) => request.includes('__WB_REVISION__'))).toEqual([]);
  });
  await line.down();
  await openLive(page, pages.zstudy.path);
});

test('where there is no room for the site nothing of it stays, and nobody says that it can be read', async ({
  app: { line, url },
  context,
  page,
}) => {
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 300_000 });
  await openLive(page, pages.home.path);
  await expect.poll(() => line.seen.some((request) => request.includes('/assets/site-'))).toBe(true);
  await expect.poll(() => hasWorker(page)).toBe(false);
  // The worker's end is what answers the page.
  await goByLink(page, pages.career);
  expect(await files(page, '\\.html$')).toEqual([]);
  await expect(status(page, savedWords.site)).toBeHidden();
});
test('with Save-Data what is opened can be read offline, also after an update, and the whole site once it is installed', async ({
  app: { line, url },
  page,
}) => {
  await using today = await startApp({}, builds.saving);
  await using next = await startApp({}, builds.nextSaving);
  line.to(today.url);
  await page.goto(pages.privacy.path);
  await untilReady(page);
  await expect(page.getByRole('status').filter({ hasText: savedWords.page })).toBeVisible();
  await goByLink(page, pages.csr);
  await untilReady(page);
  expect(await files(page, '/team\\.html$')).toEqual([]);

  await test.step('an update brings what was stored, and nothing else', async () => {
    const old = await version(page);
    line.to(next.url);
    await openLive(page, pages.privacy.path);
    await page.getByRole('button', { name: updateWords.update, exact: true }).click();
    await expect.poll(() => version(page)).not.toBe(old);
    await untilLive(page);
    expect(await files(page, '/team\\.html$')).toEqual([]);
    await line.down();
    for (const { path, title } of [pages.privacy, pages.csr, pages.saved]) {
      await openLive(page, path);
      await expect(page).toHaveTitle(new RegExp(`^${title}`));
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
