import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type Page } from '@playwright/test';

import { connectCalls, connectMount, mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { keptFiles, startDevice, untilKept } from '../../support/device.ts';
import { expectLive } from '../../support/live-page.ts';
import { test } from '../../support/outbox-scene.ts';
import { firstEntryRoutes } from '../../support/routes.ts';
import type { Site } from '../../support/site.ts';
import { runCommand } from '../../support/stored.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

async function publish({ dataDir }: Site, title: string): Promise<void> {
  const file = join(tmpdir(), `hcs-news-${process.pid}.md`);
  await writeFile(file, `---\ntype: blog\ntitle: ${title}\n---\nIt stands level.\n`);
  await runCommand(dataDir, 'publish', file);
}

async function seeAfterReload(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(text)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
}

test('lists and articles once seen are read offline with their age, by direct load and by link', async ({
  visit,
}) => {
  await using visited = await visit();
  const { weather, page } = visited;
  await page.goto(weather.url + mediaListPath('press'));
  await untilKept(page, connectCalls.mediaList('press'));
  const first = page.getByRole('main').getByRole('listitem').getByRole('link').first();
  await first.click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page).not.toHaveURL(/filter/);
  const title = (await heading.textContent()) ?? '';
  const article = page.url();
  await page.goto(weather.url + pages.career.path);
  await expect(page.getByRole('link', { name: /Apply Now/ }).first()).toBeVisible();
  await weather.down();

  for (const address of [article, weather.url + mediaListPath('press'), weather.url + pages.career.path]) {
    await page.goto(address);
    await expect(page.getByText(/^Saved copy/)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  }
  await page.goto(weather.url + mediaListPath('press'));
  await expectLive(page);
  await first.click();
  await expect(heading).toHaveText(title);
  await expect(page.getByText(/^Saved copy/)).toBeVisible();

  await page.goto(weather.url + mediaDetailPath('never-opened-here'));
  await expect(page.getByRole('alert')).toContainText('has not been saved on this device');
  await expect(page.getByText(/^Saved copy/)).toBeHidden();
  await weather.up();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeHidden({
    timeout: 90_000,
  });
});

test('a second visit paints saved data at once while the provider is slow, and what is new appears by itself', async ({
  visit,
}) => {
  await using visited = await visit();
  const { site, weather, page } = visited;
  await page.goto(weather.url + mediaListPath('blog'));
  await untilKept(page, connectCalls.mediaList('blog'));
  await publish(site, 'A brand new bench');
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  weather.always('GET', '/connect/', { until });
  await page.goto(weather.url + mediaListPath('blog'));
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('A brand new bench')).toBeHidden();
  answer();
  await expect(page.getByText('A brand new bench')).toBeVisible({ timeout: 90_000 });
});

test('"Check again" beside "Saved copy" brings what is new', async ({ visit }) => {
  await using visited = await visit();
  const { site, weather, page } = visited;
  await page.goto(weather.url + mediaListPath('blog'));
  await untilKept(page, connectCalls.mediaList('blog'));
  weather.always('GET', '/connect/', { status: 503 });
  await page.goto(weather.url + mediaListPath('blog'));
  await expect(page.getByText(/^Saved copy/)).toBeVisible();
  await publish(site, 'What a second look brings');
  weather.clear();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('What a second look brings')).toBeVisible();
  await expect(page.getByText(/^Saved copy/)).toBeHidden();
});

test('what was opened before the worker was there, and left by loading a document, is read offline too', async ({
  ground,
}) => {
  await using line = await startWeather(ground.site.url);
  await using device = await startDevice();
  const page = device.page();
  const { article } = await firstEntryRoutes(ground.site.url);
  // The worker is still being installed when the visitor leaves.
  line.always('GET', '/assets/site-', { delay: 5_000 });
  await page.goto(line.url + article.path);
  const isRegistered = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  await expect.poll(isRegistered).toBe(true);
  const read = connectMount + connectCalls.mediaDetail(article.path.split('/').at(-1) ?? '');
  const isTold = () => page.evaluate((call) => caches.match(call).then((copy) => copy !== undefined), read);
  await expect.poll(isTold).toBe(true);
  await page.goto(line.url + pages.contact.path);
  await untilKept(page);
  await line.down();
  await page.goto(line.url + article.path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(article.title);
  await expect(page.getByText(/^Saved copy/)).toBeVisible();
});

test('news still comes after the clock was set back', async ({ visit }) => {
  await using visited = await visit();
  const { site, weather, device, page } = visited;
  await page.goto(weather.url + mediaListPath('blog'));
  await untilKept(page, connectCalls.mediaList('blog'));
  await publish(site, 'The first clock');
  await seeAfterReload(page, 'The first clock');
  const [worker] = device.context().serviceWorkers();
  if (worker === undefined) throw new Error('No worker runs');
  await worker.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() - 86_400_000;
  });
  await publish(site, 'The second clock');
  await seeAfterReload(page, 'The second clock');
});

test('the worker leaves writes, health, files and feeds to the network, also those asked for before', async ({
  visit,
}) => {
  await using visited = await visit();
  const { weather, page } = visited;
  await page.goto(`${weather.url}/contact`);
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
  await weather.down();
  expect(new Set(await outcomes())).toEqual(new Set(['no answer']));
  for (const path of ['/healthz', '/press.xml', '/some/report.pdf'])
    await expect(page.goto(weather.url + path), path).rejects.toThrow('ERR_CONNECTION_REFUSED');
});

test('every drawing is there offline, and the newest sixty of the other pictures', async ({ visit }) => {
  await using visited = await visit();
  const { weather, page } = visited;
  await page.goto(weather.url);
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
  await weather.down();
  await page.goto(weather.url + pages.waterhandler.path);
  const picture = page.getByRole('main').locator('img').first();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await width('/icons/icon-192.png?69')).toBe(192);
});
