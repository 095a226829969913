import { expect, test } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { startDevice, untilKept } from '../../support/device.ts';
import { startSite } from '../../support/site.ts';

const staticPages = Object.values(pages).filter(
  ({ kind, path }) => kind === 'static' && path !== pages.notFound.path && path !== pages.thanks.path,
);

test('after one visit to Home every static page opens with the server stopped', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url);
  await untilKept(page);
  await site.stop();
  for (const { path, title } of staticPages) {
    await page.goto(site.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(title.slice(0, 20)));
  }
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
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
  await page.goto(`${site.url}/contact/`);
  expect(new URL(page.url()).pathname).toBe('/contact');
  await expect(page).toHaveTitle(/Contact/);
});
