import type { Page } from '@playwright/test';

import * as ui from '#src/content/interface.ts';
import { saved } from '#src/content/saved.ts';
import { connectCalls, mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { publishArticle } from '../kit/article.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { goByLink, openLive, titleAt, untilReady } from '../kit/page.ts';
import { files, hasWorker, heading, main, savedCopy, status, untilStored } from './visitor.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: [failedRequest] });

const firstInList = (page: Page) => main(page).getByRole('listitem').getByRole('link').first();

/** Deletes files, like a browser that runs out of storage. */
function deleteFiles(page: Page, pattern: string): Promise<void> {
  return page.evaluate(async (files) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) if (RegExp(files).test(url)) await cache.delete(url);
    }
  }, pattern);
}

test('after one visit the whole site can be read offline', async ({ app: { line, url }, page }) => {
  await page.goto(pages.home.path);
  await untilReady(page);
  const fetched = line.seen.filter((request) => /__WB_REVISION__|\/assets\/(?:site|csr)-/.test(request));
  expect(fetched).toEqual([expect.stringContaining('/assets/site-')]);

  await test.step('the list of saved pages says so, and no other page does', async () => {
    await expect(page.getByText(saved.readable.ready)).toHaveCount(0);
    await goByLink(page, pages.saved);
    await expect(page.getByText(saved.readable.ready)).toBeVisible();
  });
  await test.step('a file that the browser deleted is stored again when it is opened', async () => {
    const team = '/team(-[\\w-]+\\.js|\\.html)';
    await deleteFiles(page, team);
    await openLive(page, pages.team.path);
    await expect.poll(() => files(page, team)).toHaveLength(2);
  });
  /** The addresses that respond. The worker leaves them all to the network, so none does offline. */
  const answered = () =>
    page.evaluate(async () => {
      const addresses = ['/connect/v1/never-asked', '/healthz', '/press.xml', '/sitemap.xml', '/report.pdf'];
      const asked = await Promise.allSettled(addresses.map((address) => fetch(address)));
      return addresses.filter((_, index) => asked[index]?.status === 'fulfilled');
    });
  expect(await answered()).toHaveLength(5);
  await line.down();

  await test.step('every static page opens and is hydrated', async () => {
    for (const { kind, path } of Object.values(pages)) {
      if (kind !== 'static' || path === pages.notFound.path || path === pages.thanks.path) continue;
      await openLive(page, path);
      await expect(page).toHaveTitle(new RegExp(`^${titleAt(path)}`));
    }
    await expect(status(page, ui.offline)).toBeVisible();
    await page.evaluate(() => document.body.setAttribute('data-document', 'same'));
    await goByLink(page, pages.waterhandler);
    await expect(page.locator('body[data-document]')).toBeAttached();
    const drawing = main(page).locator('img').first();
    await drawing.evaluate((image: HTMLImageElement) => image.decode());
  });
  expect(await answered(), "the network's alone").toEqual([]);
  await test.step('an address with a trailing slash, a query and a hash leads to its page', async () => {
    await page.goto('/contact/?from=card#office');
    await expect(page).toHaveURL(`${url}/contact?from=card#office`);
    await expect(heading(page)).toHaveText(titles.contact);
  });
  await test.step('an address that is not stored leads to the list of saved pages, with a link to try again', async () => {
    await deleteFiles(page, '/team\\.html');
    const address = `${pages.team.path}?from=bus`;
    await page.goto(address);
    await expect(page).toHaveURL(`${url}${pages.saved.path}?for=${encodeURIComponent(address)}`);
    await expect(heading(page)).toHaveText(titles.saved);
    await expect(page.getByText(saved.notSaved.text(address))).toBeVisible();
    await line.up();
    await page.getByRole('link', { name: ui.retry }).click();
    await expect(heading(page)).toHaveText(titles.team);
    await expect(page).toHaveURL(url + address);
  });
});

test.describe('on a site that keeps publishing', () => {
  test.use({ server: {} });

  test('lists and articles opened before can be read offline, and update themselves', async ({
    app: { dataDir, line },
    page,
  }) => {
    await page.goto(mediaListPath('press'));
    await untilReady(page);
    await firstInList(page).click();
    await expect(page).not.toHaveURL(/filter/);
    const [article, title] = [new URL(page.url()).pathname, (await heading(page).textContent()) ?? ''];
    await untilStored(page, connectCalls.mediaDetail(article.split('/').at(-1) ?? ''));
    await untilStored(page);
    await line.down();

    await test.step('they open by address and by link', async () => {
      for (const path of [article, pages.career.path, mediaListPath('press')]) {
        await openLive(page, path);
        await expect(savedCopy(page)).toBeVisible();
        await expect(status(page, ui.offline)).toBeVisible();
      }
      await firstInList(page).click();
      await expect(heading(page)).toHaveText(title);
      await expect(savedCopy(page)).toBeVisible();
      await page.goto(mediaDetailPath('never-opened-here'));
      await expect(page.getByRole('alert')).toContainText('not saved on this device');
      await expect(savedCopy(page)).toBeHidden();
      await line.up();
      await expect(status(page, ui.offline)).toBeHidden();
    });
    await test.step("a gateway's page does not replace a saved copy", async () => {
      line.always('GET', '/connect/', { page: 200 });
      for (let visit = 0; visit < 2; visit += 1) {
        await openLive(page, mediaListPath('press'));
        await expect(savedCopy(page)).toBeVisible();
        await expect(firstInList(page)).toHaveText(title);
      }
    });
    await test.step('"Check again" shows new articles', async () => {
      line.always('GET', '/connect/', undefined);
      await publishArticle(dataDir, 'press', 'What a second look brings');
      await page.getByRole('button', { name: ui.checkAgain }).click();
      await expect(firstInList(page)).toHaveText('What a second look brings');
      await expect(savedCopy(page)).toBeHidden();
    });
    await test.step('while the server is slow the saved list is shown, and new articles appear by themselves', async () => {
      const { promise: until, resolve: answer } = Promise.withResolvers<void>();
      line.always('GET', '/connect/', { until });
      await publishArticle(dataDir, 'press', 'A brand new bench');
      await openLive(page, mediaListPath('press'));
      await expect(firstInList(page)).toHaveText('What a second look brings');
      answer();
      await expect(firstInList(page)).toHaveText('A brand new bench');
    });
  });
});

test('a page opened before the worker ran can be read offline @full', async ({ app: { line }, page }) => {
  const goOn = line.hold('GET', '/assets/site-');
  await page.goto(mediaListPath('blog'));
  const article = (await firstInList(page).getAttribute('href')) ?? '';
  const title = (await firstInList(page).textContent()) ?? '';
  await page.goto(article);
  await expect.poll(() => hasWorker(page)).toBe(true);
  await untilStored(page, connectCalls.mediaDetail(article.split('/').at(-1) ?? ''));
  await page.goto(pages.contact.path);
  goOn();
  await untilReady(page);
  await line.down();
  await openLive(page, article);
  await expect(heading(page)).toHaveText(title);
  await expect(savedCopy(page)).toBeVisible();
});
