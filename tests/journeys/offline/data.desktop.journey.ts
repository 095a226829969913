import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { connectCalls, connectMount, mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { keptFiles, startDevice, untilKept } from '../../support/device.ts';
import { firstEntryRoutes } from '../../support/routes.ts';
import { startSite } from '../../support/site.ts';
import { runCommand } from '../../support/stored.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

test('lists and articles once seen are read offline with their age, by direct load and by link', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url + mediaListPath('press'));
  await untilKept(page, connectCalls.mediaList('press'));
  const first = page.getByRole('main').getByRole('listitem').getByRole('link').first();
  await first.click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page).not.toHaveURL(/filter/);
  const title = (await heading.textContent()) ?? '';
  const article = page.url();
  await page.goto(site.url + pages.career.path);
  await expect(page.getByRole('button', { name: /Apply Now/ }).first()).toBeVisible();
  await site.stop();

  for (const address of [article, site.url + mediaListPath('press'), site.url + pages.career.path]) {
    await page.goto(address);
    await expect(page.getByText(/^Saved copy/)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  }
  await page.goto(site.url + mediaListPath('press'));
  await first.click();
  await expect(heading).toHaveText(title);
  await expect(page.getByText(/^Saved copy/)).toBeVisible();

  await page.goto(site.url + mediaDetailPath('never-opened-here'));
  await expect(page.getByRole('alert')).toContainText('has not been saved on this device');
  await expect(page.getByText(/^Saved copy/)).toBeHidden();
  await site.start();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeHidden({
    timeout: 90_000,
  });
});

test('a second visit paints saved data at once while the provider is slow, and what is new appears by itself', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  await page.goto(weather.url + mediaListPath('blog'));
  await untilKept(page, connectCalls.mediaList('blog'));
  const file = join(tmpdir(), `hcs-news-${process.pid}.md`);
  await writeFile(file, '---\ntype: blog\ntitle: A brand new bench\n---\nIt stands level.\n');
  await runCommand(site.dataDir, 'publish', file);
  weather.always('GET', '/connect/', { delay: 5_000 });
  const started = Date.now();
  await page.goto(weather.url + mediaListPath('blog'));
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  expect(Date.now() - started, 'saved data had to wait for the provider').toBeLessThan(5_000);
  await expect(page.getByText('A brand new bench')).toBeHidden();
  await expect(page.getByText('A brand new bench')).toBeVisible({ timeout: 90_000 });
});

test('what was opened before the worker was there, and left by loading a document, is read offline too', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  const { article } = await firstEntryRoutes(site.url);
  // The worker is still being installed when the visitor leaves.
  weather.always('GET', '/assets/site-', { delay: 5_000 });
  await page.goto(weather.url + article.path);
  const isRegistered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  await expect.poll(isRegistered).toBe(true);
  const read = connectMount + connectCalls.mediaDetail(article.path.split('/').at(-1) ?? '');
  const isTold = () => page.evaluate((call) => caches.match(call).then((copy) => copy !== undefined), read);
  await expect.poll(isTold).toBe(true);
  await page.goto(weather.url + pages.contact.path);
  await untilKept(page);
  await weather.down();
  await page.goto(weather.url + article.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(article.title);
  await expect(page.getByText(/^Saved copy/)).toBeVisible();
});

test('news still comes after the clock was set back', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  const publish = async (title: string) => {
    const file = join(tmpdir(), `hcs-clock-${process.pid}.md`);
    await writeFile(file, `---\ntype: blog\ntitle: ${title}\n---\nIt ticks.\n`);
    await runCommand(site.dataDir, 'publish', file);
  };
  await page.goto(site.url + mediaListPath('blog'));
  await untilKept(page, connectCalls.mediaList('blog'));
  await publish('The first clock');
  await page.reload();
  await expect(page.getByText('The first clock')).toBeVisible({ timeout: 90_000 });
  await device
    .context()
    .serviceWorkers()[0]
    ?.evaluate(() => {
      const now = Date.now;
      Date.now = () => now() - 86_400_000;
    });
  await publish('The second clock');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('The second clock')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
});

test('the worker leaves writes, health, files and feeds to the network, also those asked for before', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url);
  await untilKept(page);
  await page.goto(`${site.url}/contact`);
  const outcomes = () =>
    page.evaluate(
      async (addresses) =>
        Promise.all(
          addresses.map(([method, address]) =>
            fetch(address as string, { method }).then(
              ({ status }) => `${address} ${status}`,
              () => 'no answer',
            ),
          ),
        ),
      [
        ['POST', '/connect/v1/subscribe'],
        ['GET', '/healthz'],
        ['GET', '/press.xml'],
        ['GET', '/sitemap.xml'],
        ['GET', '/connect/v1/never-asked'],
        ['GET', '/some/report.pdf'],
      ],
    );
  expect(await outcomes()).not.toContain('no answer');
  await site.stop();
  expect(new Set(await outcomes())).toEqual(new Set(['no answer']));
  for (const path of ['/healthz', '/press.xml', '/some/report.pdf'])
    await expect(page.goto(site.url + path), path).rejects.toThrow('ERR_CONNECTION_REFUSED');
});

test('every drawing is there offline, and the newest sixty of the other pictures; for the rest stands a plate', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url);
  await untilKept(page);
  const width = (src: string) =>
    page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.naturalWidth;
    }, src);
  for (let number = 0; number < 70; number += 1) await width(`/icons/icon-192.png?${number}`);
  await expect.poll(() => keptFiles(page, 'images').then(({ length }) => length)).toBe(60);
  await site.stop();
  await page.goto(site.url + pages.waterhandler.path);
  const picture = page.getByRole('main').locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await width('/icons/icon-192.png?69')).toBe(192);
  expect(await width('/images/menu/never-seen.webp')).toBe(800);
});
