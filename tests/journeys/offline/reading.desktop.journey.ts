import { expect } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { keptFiles } from '../../support/device.ts';
import { expectApp, expectLive } from '../../support/live-page.ts';
import { test } from '../../support/outbox-scene.ts';

test.setTimeout(240_000);

const staticPages = Object.values(pages).filter(
  ({ kind, path }) => kind === 'static' && path !== pages.notFound.path && path !== pages.thanks.path,
);

test('after a visit every static page opens with the server stopped, and is alive', async ({ visit }) => {
  await using visited = await visit();
  const { weather, page } = visited;
  await weather.down();
  for (const { path, title } of staticPages) {
    await page.goto(weather.url + path);
    await expectLive(page);
    await expect(page).toHaveTitle(title);
  }
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  await expectApp(page, pages.investor);
});

test('unknown paths offline are not called missing, and never get the home page', async ({ visit }) => {
  await using visited = await visit();
  const { weather, page } = visited;
  await weather.down();
  await page.goto(`${weather.url}/no/such/page?of=ours`);
  await expect(page).toHaveURL(
    `${weather.url}${pages.saved.path}?for=${encodeURIComponent('/no/such/page?of=ours')}`,
  );
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.saved.title);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto(`${weather.url}/contact/?from=card#office`);
  expect(page.url()).toBe(`${weather.url}/contact?from=card#office`);
  await expect(page).toHaveTitle(/Contact/);
});

test('a file that the browser threw away is fetched and kept again when it is opened', async ({ visit }) => {
  await using visited = await visit();
  const { weather, page } = visited;
  await page.goto(weather.url);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (/\/(?:team-[\w-]+\.js|team\.html)/.test(request.url)) await cache.delete(request);
    }
  });
  const isTeam = (path: string) => /\/team(?:-[\w-]+\.js|\.html)$/.test(path);
  expect((await keptFiles(page)).filter(isTeam)).toEqual([]);
  await page.goto(weather.url + pages.team.path);
  await expect.poll(async () => (await keptFiles(page)).filter(isTeam).length).toBe(2);
  await weather.down();
  await page.reload();
  await expectLive(page);
});
