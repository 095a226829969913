import { mediaListPath } from '#src/paths.ts';

import { expect, test } from '../../support/journey.ts';
import { openLive } from '../../support/live-page.ts';

const list = mediaListPath('press');

test('a search finds beginnings and typos, marks them, counts them and is in the address', async ({
  page,
}) => {
  await openLive(page, list);
  const all = await page.getByRole('main').getByRole('listitem').count();
  await page.getByLabel('Search Article').fill('watr');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\?q=watr$/);
  const found = page.getByRole('main').getByRole('listitem');
  await expect(page.getByText(/articles? match(?:es)? “watr”/)).toBeVisible();
  expect(await found.count()).toBeLessThan(all);
  await expect(page.getByRole('main').locator('mark').first()).toHaveText(/^water$/i);
  await page.goBack();
  await expect(found).toHaveCount(all);
});

test('a search can be shared, also for a word far down in an article', async ({ page }) => {
  await openLive(page, `${list}?q=${encodeURIComponent('BÖREHOLE')}`);
  await expect(page.getByLabel('Search Article')).toHaveValue('BÖREHOLE');
  const found = page.getByRole('main').getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Chongwe market');
  await expect(found.locator('mark').first()).toHaveText(/borehole/i);
});

test('a search without a hit helps, and leads back to the whole list', async ({ page }) => {
  await openLive(page, `${list}?q=zzzzzz`);
  await expect(page.getByText('No article matches “zzzzzz”.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
  await page.getByRole('link', { name: 'Show the whole list' }).click();
  await expect(page).toHaveURL(new RegExp(`${list}$`));
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});

test('the code of the search is loaded by the first search only', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('search-hits')) scripts.push(request.url());
  });
  await openLive(page, list);
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  await page.getByLabel('Search Article').fill('valve');
  await page.getByLabel('Search Article').press('Enter');
  await expect(page.getByText(/match(?:es)? “valve”/)).toBeVisible();
});
