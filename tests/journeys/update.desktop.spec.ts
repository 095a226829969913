import type { Page } from '@playwright/test';

import { updateWords } from '#src/content/status.ts';
import { pages } from '#src/paths.ts';
import { otherPaths } from '#src/server-paths.ts';

import { startApp } from '../kit/app.ts';
import { builds } from '../kit/builds.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive, untilLive, untilReady } from '../kit/page.ts';
import { countLoads, files, openForm } from './visitor.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [failedRequest] });

const prompt = (page: Page) => page.getByRole('status').filter({ hasText: updateWords.available });
const update = (page: Page) => page.getByRole('button', { name: updateWords.update, exact: true });

/** A string that identifies the document's version. */
const version = (page: Page) => page.locator('link[rel=modulepreload]').first().getAttribute('href');

async function openSite(page: Page): Promise<Page> {
  await openLive(page, pages.home.path);
  await untilReady(page);
  return page;
}

/** Acts like a visitor who returns to the tab. */
function comeBack(page: Page): Promise<void> {
  return page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Repeats what makes a page check until something is seen: a check that begins during another one ends with that one. */
const checkUntil = (look: () => Promise<unknown>, seen: () => Promise<void>) =>
  expect(async () => {
    await look();
    await seen();
  }).toPass();

/** Loads lazy pictures: Chromium keeps the old worker if any tab requests something at the moment of the press. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager';
    return Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
  });
}

test('a new version is offered in every tab, loads once per tab and only after a press, and keeps typed text', async ({
  app: { dataDir, line },
  context,
  page,
}) => {
  await page.clock.install();
  await openSite(page);
  const [form, idle] = [await context.newPage(), await context.newPage()];
  await openSite(idle);
  await openForm(form);
  await form.getByLabel('Email').fill('half@example.com');
  const old = await version(page);
  const looks = () => line.seen.filter((request) => request === `GET ${otherPaths.worker}`).length;

  await test.step('an open page checks for it when it becomes visible, when it wakes up, and every hour', async () => {
    await page.bringToFront();
    for (const look of [
      () => comeBack(page),
      () => page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
      () => page.clock.fastForward('01:00:01'),
    ]) {
      const before = looks();
      await checkUntil(look, () => expect.poll(looks, { timeout: 5_000 }).toBeGreaterThan(before));
    }
  });
  await using next = await startApp({ DATA_DIR: dataDir }, builds.next);
  line.to(next.url);
  line.seen = [];
  await checkUntil(
    () => comeBack(page),
    () => expect(prompt(page)).toBeVisible({ timeout: 5_000 }),
  );
  for (const tab of [page, form, idle]) await expect(prompt(tab)).toBeVisible();
  await test.step('a reload does not load it', async () => {
    await page.reload();
    await expect(prompt(page)).toBeVisible();
    await untilReady(page);
    expect(await version(page)).toBe(old);
  });
  const oldPage = await page.evaluate(async () =>
    (await caches.match('/privacy.html', { ignoreSearch: true }))?.text(),
  );
  const loads = [page, form, idle].map(countLoads);
  for (const tab of [page, form, idle]) await loadPictures(tab);
  await update(page).click();
  await expect.poll(() => version(page)).not.toBe(old);
  await untilLive(page);
  await expect(prompt(page)).toBeHidden();

  await test.step('the other tabs are not loaded, and text typed there stays', async () => {
    await expect(form.getByLabel('Email')).toHaveValue('half@example.com');
    expect(loads.map((count) => count())).toEqual([1, 0, 0]);
  });
  await Promise.all([update(form).dispatchEvent('click'), update(idle).click()]);
  for (const tab of [form, idle]) {
    await expect.poll(() => version(tab)).not.toBe(old);
    await untilLive(tab);
    await expect(prompt(tab)).toBeHidden();
  }
  await expect(form.getByLabel('Email')).toHaveValue('half@example.com');
  expect(loads.map((count) => count())).toEqual([1, 1, 1]);
  await test.step('unchanged files are not fetched', async () => {
    const fetched = line.seen.flatMap((one) => /^GET (.*)\?__WB_REVISION__/.exec(one)?.[1] ?? []);
    // Each page is another one in this build.
    expect(fetched.filter((path) => path.endsWith('.html')).sort()).toEqual(
      (await files(page, '\\.html$')).sort(),
    );
    expect(fetched.filter((path) => path.startsWith('/images/'))).toEqual([]);
    expect(line.seen.filter((request) => request.includes('/assets/site-'))).toEqual([]);
  });
  await test.step('a page older than its worker is offered the new version', async () => {
    await page.evaluate(async (html) => {
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys())
          if (new URL(url).pathname === '/privacy.html')
            await (await caches.open(name)).put(
              url,
              new Response(html, { headers: { 'Content-Type': 'text/html' } }),
            );
    }, oldPage);
    await page.goto(pages.privacy.path);
    await expect(prompt(page)).toBeVisible();
    expect(await version(page)).toBe(old);
  });
});

test('a version that fails to install leaves the old one intact, and the next check installs it @full', async ({
  app: { line },
  page,
}) => {
  await openSite(page);
  const old = await version(page);
  await using next = await startApp({}, builds.next);
  line.always('GET', '/privacy.html', { status: 404 });
  line.to(next.url);
  await comeBack(page);
  await expect.poll(() => line.seen.some((request) => request.includes('/privacy.html'))).toBe(true);
  const isInstalling = () => page.evaluate(async () => !!(await navigator.serviceWorker.ready).installing);
  await expect.poll(isInstalling).toBe(false);
  await expect(prompt(page)).toBeHidden();
  // A page checks as it opens.
  line.always('GET', '/privacy.html', undefined);
  await openLive(page, pages.privacy.path);
  expect(await version(page)).toBe(old);
  await loadPictures(page);
  await update(page).click();
  await expect.poll(() => version(page)).not.toBe(old);
});
