import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { runLine } from '#server/commands/command-line.ts';
import { readConfig } from '#server/config.ts';
import { shell } from '#src/content/interface.ts';
import { saved } from '#src/content/saved.ts';
import { keptWords } from '#src/content/status.ts';
import { connectCalls, connectMount, mediaDetailPath, mediaListPath, otherPaths, pages } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { goByLink, openLive, untilReady } from '../kit/page.ts';

const failed =
  /^console\.error: (?:Failed to load resource|An unknown error occurred when fetching the script)/;
test.use({ serviceWorkers: 'allow', expectedErrors: [failed] });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const savedCopy = (page: Page) => page.getByText(/^Saved copy/);
const firstInList = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link').first();

/** Files of the site that the device has. */
function storedFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
}

/** As a browser does that is short of room. */
function deleteFiles(page: Page, pattern: string): Promise<void> {
  return page.evaluate(async (files) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) if (RegExp(files).test(url)) await cache.delete(url);
    }
  }, pattern);
}

/** The worker has this answer. */
async function untilAnswerIsStored(page: Page, call: string): Promise<void> {
  const has = (address: string) => caches.match(address).then((answer) => answer !== undefined);
  await expect.poll(() => page.evaluate(has, connectMount + call)).toBe(true);
}

async function publish(dataDir: string, title: string): Promise<void> {
  const file = join(dataDir, 'news.md');
  await writeFile(file, `---\ntype: press\ntitle: ${title}\n---\nIt stands level.\n`);
  await runLine(readConfig({ DATA_DIR: dataDir }), 'publish', file);
}

const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);

test('after one visit, which takes one more request, the whole site is read without a connection', async ({
  app: { line, url },
  page,
}) => {
  await page.goto(pages.home.path);
  await untilReady(page);
  const ready = status(page, keptWords.site);
  await expect(ready).toBeVisible();
  const fetched = line.seen.filter((request) => /__WB_REVISION__|\/assets\/(?:site|csr)-/.test(request));
  expect(fetched).toEqual([expect.stringContaining('/assets/site-')]);

  await test.step('the next visit does not say again that it can', async () => {
    await page.reload();
    await untilReady(page);
    await expect(ready).toBeHidden();
  });
  await test.step('a file that the browser deleted is stored again when it is opened', async () => {
    const team = '/team(-[\\w-]+\\.js|\\.html)';
    await deleteFiles(page, team);
    await openLive(page, pages.team.path);
    const isTeam = (path: string) => RegExp(team).test(path);
    await expect.poll(async () => (await storedFiles(page)).filter(isTeam).length).toBe(2);
  });
  const untouched = ['/connect/v1/never-asked', '/healthz', '/press.xml', '/sitemap.xml', '/some/report.pdf'];
  const answers = () =>
    page.evaluate(
      (addresses) =>
        Promise.all(
          addresses.map((address) =>
            fetch(address).then(
              () => true,
              () => false,
            ),
          ),
        ),
      untouched,
    );
  expect(new Set(await answers())).toEqual(new Set([true]));
  await line.down();

  await test.step('every static page opens, and is the app', async () => {
    for (const { kind, path, title } of Object.values(pages)) {
      if (kind !== 'static' || path === pages.notFound.path || path === pages.thanks.path) continue;
      await openLive(page, path);
      await expect(page).toHaveTitle(title);
    }
    await expect(status(page, shell.offline)).toBeVisible();
    await page.evaluate(() => document.body.setAttribute('data-document', 'same'));
    await goByLink(page, pages.waterhandler);
    await expect(page.locator('body[data-document]')).toBeAttached();
    const drawing = page.getByRole('main').locator('img').first();
    await expect
      .poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  });
  await test.step('an address with a slash, a query and a hash leads to its page', async () => {
    await page.goto('/contact/?from=card#office');
    await expect(page).toHaveURL(`${url}/contact?from=card#office`);
    await expect(heading(page)).toHaveText(pages.contact.title);
  });
  await test.step('an address that is not stored leads to what is, with a way to try again', async () => {
    await deleteFiles(page, '/team\\.html');
    const address = `${pages.team.path}?from=bus`;
    await page.goto(address);
    await expect(page).toHaveURL(`${url}${pages.saved.path}?for=${encodeURIComponent(address)}`);
    await expect(heading(page)).toHaveText(pages.saved.title);
    await expect(page.getByText(saved.notSaved.text(address))).toBeVisible();
    await line.up();
    await page.getByRole('link', { name: shell.retry }).click();
    await expect(heading(page)).toHaveText(pages.team.title);
    await expect(page).toHaveURL(url + address);
  });
  await test.step("what is the network's alone fails, also what was asked for before", async () => {
    await line.down();
    expect(new Set(await answers())).toEqual(new Set([false]));
    for (const path of ['/healthz', '/press.xml', '/some/report.pdf'])
      await expect(page.goto(path), path).rejects.toThrow('ERR_CONNECTION_REFUSED');
  });
});

test.describe('on a site that goes on publishing', () => {
  test.use({ server: {} });

  test('lists and articles once seen are read without a connection, with their age, and freshen themselves', async ({
    app: { dataDir, line },
    page,
  }) => {
    await page.goto(mediaListPath('press'));
    await untilReady(page);
    await firstInList(page).click();
    await expect(page).not.toHaveURL(/filter/);
    const [article, title] = [new URL(page.url()).pathname, (await heading(page).textContent()) ?? ''];
    await untilAnswerIsStored(page, connectCalls.mediaDetail(article.split('/').at(-1) ?? ''));
    await untilAnswerIsStored(page, connectCalls.jobList);
    await line.down();

    await test.step('by direct load and by link', async () => {
      for (const path of [article, pages.career.path, mediaListPath('press')]) {
        await openLive(page, path);
        await expect(savedCopy(page)).toBeVisible();
        await expect(status(page, shell.offline)).toBeVisible();
      }
      await firstInList(page).click();
      await expect(heading(page)).toHaveText(title);
      await expect(savedCopy(page)).toBeVisible();
      await page.goto(mediaDetailPath('never-opened-here'));
      await expect(page.getByRole('alert')).toContainText('has not been saved on this device');
      await expect(savedCopy(page)).toBeHidden();
      await line.up();
      await expect(status(page, shell.offline)).toBeHidden();
    });
    await test.step("a gateway's page takes no saved copy's place", async () => {
      line.always('GET', '/connect/', { page: 200 });
      for (let visit = 0; visit < 2; visit += 1) {
        await openLive(page, mediaListPath('press'));
        await expect(savedCopy(page)).toBeVisible();
        await expect(firstInList(page)).toHaveText(title);
      }
    });
    await test.step('"Check again" brings what is new', async () => {
      line.always('GET', '/connect/', undefined);
      await publish(dataDir, 'What a second look brings');
      await page.getByRole('button', { name: shell.checkAgain }).click();
      await expect(firstInList(page)).toHaveText('What a second look brings');
      await expect(savedCopy(page)).toBeHidden();
    });
    await test.step('while the provider is slow the saved list is shown, and what is new appears by itself', async () => {
      const { promise: until, resolve: answer } = Promise.withResolvers<void>();
      line.always('GET', '/connect/', { until });
      await publish(dataDir, 'A brand new bench');
      await openLive(page, mediaListPath('press'));
      await expect(firstInList(page)).toHaveText('What a second look brings');
      answer();
      await expect(firstInList(page)).toHaveText('A brand new bench');
    });
  });
});

test('what was opened before the worker was there, and left by loading a document, is read without a connection too', async ({
  app: { line },
  page,
}) => {
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  line.next('GET', '/assets/site-', { until });
  await page.goto(mediaListPath('blog'));
  const article = (await firstInList(page).getAttribute('href')) ?? '';
  const title = (await firstInList(page).textContent()) ?? '';
  await page.goto(article);
  await expect.poll(() => hasWorker(page)).toBe(true);
  await untilAnswerIsStored(page, connectCalls.mediaDetail(article.split('/').at(-1) ?? ''));
  await page.goto(pages.contact.path);
  goOn();
  await untilReady(page);
  await line.down();
  await openLive(page, article);
  await expect(heading(page)).toHaveText(title);
  await expect(savedCopy(page)).toBeVisible();
});

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
    expect(await storedFiles(page)).toEqual([]);
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
    expect(await storedFiles(page)).toEqual([]);

    line.always('HEAD', otherPaths.health, undefined);
    await expect(status(page, keptWords.site)).toBeVisible();
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
  expect(await storedFiles(page)).toEqual([]);
  await expect(status(page, keptWords.site)).toBeHidden();
});
