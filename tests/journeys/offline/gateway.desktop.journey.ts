import { expect } from '@playwright/test';

import { connectCalls, mediaListPath, pages } from '#src/paths.ts';

import { keptFiles, startDevice, untilKept } from '../../support/device.ts';
import { expectLive } from '../../support/live-page.ts';
import { test } from '../../support/outbox-scene.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

test("a gateway's page in the place of the site is never kept as it", async ({ ground }) => {
  await using weather = await startWeather(ground.site.url);
  await using device = await startDevice();
  const page = device.page();
  weather.always('GET', '/assets/site-', { page: 200 });
  await page.goto(weather.url);
  await expect.poll(() => weather.seen.some((seen) => seen.includes('/assets/site-'))).toBe(true);
  weather.clear();
  await page.goto(weather.url + pages.privacy.path);
  await untilKept(page);
  await weather.down();
  await page.goto(weather.url + pages.csr.path);
  await expectLive(page);
});

test("a gateway's page neither replaces nor deletes a saved copy, and the page says how old that is", async ({
  visit,
}) => {
  await using visited = await visit();
  const { weather, page } = visited;
  await page.goto(weather.url + mediaListPath('press'));
  await untilKept(page, connectCalls.mediaList('press'));
  weather.always('GET', '/images/', { page: 200 });
  for (const status of [200, 404]) {
    weather.always('GET', '/connect/', { page: status });
    await page.reload();
    await expect(page.getByText(/^Saved copy/)).toBeVisible();
  }
  await page.reload();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await page.goto(weather.url + pages.waterhandler.path);
  await expectLive(page);
  const types = await page.evaluate(async () => {
    const cache = await caches.open('images');
    const kept = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
    return kept.map((picture) => picture?.headers.get('Content-Type'));
  });
  expect(types.filter((type) => !type?.startsWith('image/'))).toEqual([]);
});

test('where there is no room for the site nothing of it stays, and nobody says that it is kept', async ({
  ground,
}) => {
  await using weather = await startWeather(ground.site.url);
  await using device = await startDevice();
  const page = device.page();
  const session = await device.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: weather.url, quotaSize: 300_000 });
  await page.goto(weather.url);
  await expectLive(page);
  await expect.poll(() => weather.seen.some((seen) => seen.includes('/assets/site-'))).toBe(true);
  const registration = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  await expect.poll(registration, { timeout: 90_000 }).toBe(false);
  expect(await keptFiles(page)).toEqual([]);
  await expect(page.getByRole('status').filter({ hasText: /offline/i })).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Career' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.career.title);
});
