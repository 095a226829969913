import type { Page } from '@playwright/test';

import { connectCalls, connectMount, otherPaths, pages } from '#src/paths.ts';

import { test as base, expect } from '../../support/journey.ts';
import { openLive } from '../../support/live-page.ts';
import { startWeather, type Weather } from '../../support/weather.ts';

/** The line to the site, as the page's own address. */
const test = base.extend<{ weather: Weather }>({
  weather: async ({ site }, use) => {
    await using weather = await startWeather(site.url);
    await use(weather);
  },
  baseURL: async ({ weather }, use) => {
    await use(weather.url);
  },
});

test.use({ expectedErrors: [/Failed to load resource/] });
test.setTimeout(150_000);

const call = connectMount + connectCalls.jobList;

/** By a link, so that nothing came with the html; until SWR has given up. Gives how often the list was asked for. */
async function openFailedList(page: Page): Promise<() => number> {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(call)) asked += 1;
  });
  await openLive(page, pages.award.path);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Career' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect.poll(() => asked, { timeout: 60_000 }).toBe(3);
  return () => asked;
}

const list = (page: Page) => page.getByRole('main').getByRole('link', { name: /Apply Now/ });

test('what got no answer appears when requests succeed again, though the browser was never offline', async ({
  page,
  weather,
}) => {
  weather.always('GET', call, 'cut');
  weather.always('HEAD', otherPaths.health, 'cut');
  await openFailedList(page);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'They will appear here when you are back online',
  );
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  weather.clear();
  await expect(list(page).first()).toBeVisible({ timeout: 60_000 });
});

test('what the service could not give appears when the visitor comes back to the page, and is not polled for', async ({
  page,
  weather,
}) => {
  weather.always('GET', call, { status: 503 });
  const asked = await openFailedList(page);
  weather.clear();
  expect(asked()).toBe(3);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(list(page).first()).toBeVisible();
});
