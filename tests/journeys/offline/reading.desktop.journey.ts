import { expect, test } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { keptFiles, startDevice, untilKept } from '../../support/device.ts';
import { expectApp, expectLive } from '../../support/live-page.ts';
import { startSite } from '../../support/site.ts';

test.setTimeout(240_000);

const staticPages = Object.values(pages).filter(
  ({ kind, path }) => kind === 'static' && path !== pages.notFound.path && path !== pages.thanks.path,
);

test('after one visit to Home every static page opens with the server stopped, and is alive', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url);
  await untilKept(page);
  await site.stop();
  for (const { path, title } of staticPages) {
    await page.goto(site.url + path);
    await expectLive(page);
    await expect(page).toHaveTitle(title);
  }
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  await expectApp(page, pages.investor);
});

test('unknown paths offline get the not-found page, with its status, and never the home page', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.goto(`${site.url}/contact`);
  await untilKept(page);
  await site.stop();
  const answer = await page.goto(`${site.url}/no/such/page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found');
  await page.goto(`${site.url}/contact/?from=card#office`);
  expect(page.url()).toBe(`${site.url}/contact?from=card#office`);
  await expect(page).toHaveTitle(/Contact/);
});

test('a file that the browser threw away is fetched again with the next page', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url);
  await untilKept(page);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (/\/(?:team-[\w-]+\.js|team\.html)/.test(request.url)) await cache.delete(request);
    }
  });
  const isTeam = (path: string) => path.includes('/team');
  expect((await keptFiles(page)).filter(isTeam)).toEqual([]);
  await page.reload();
  await expect.poll(async () => (await keptFiles(page)).filter(isTeam).length).toBe(2);
  await site.stop();
  await page.goto(site.url + pages.team.path);
  await expectLive(page);
});
