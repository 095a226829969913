import { mediaListPath } from '#src/paths.ts';

import { expect, test } from '../../support/journey.ts';
import { openLive } from '../../support/live-page.ts';

const list = mediaListPath('press');

test('a search keeps what contains each word, in the order of the list, counts it and is in the address', async ({
  page,
}) => {
  await openLive(page, list);
  const found = page.getByRole('main').getByRole('listitem');
  const titles = page.getByRole('main').getByRole('listitem').getByRole('heading');
  const all = await titles.allTextContents();
  await page.getByLabel('Search Article').fill('lusaka  WATER');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\?q=lusaka\+\+WATER$/);
  await expect(page.getByText(/articles? match(?:es)? “lusaka {1,2}WATER”/)).toBeVisible();
  await expect(page.getByText(`Searched the ${all.length} articles that are on this device.`)).toBeVisible();
  const hits = await titles.allTextContents();
  expect(hits.length).toBeGreaterThan(0);
  expect(hits.length).toBeLessThan(all.length);
  expect(hits).toEqual(all.filter((title) => hits.includes(title)));
  await page.goBack();
  await expect(found).toHaveCount(all.length);
});

test('a search can be shared, also for a word far down in an article', async ({ page }) => {
  await openLive(page, `${list}?q=${encodeURIComponent('BÖREHOLE')}`);
  await expect(page.getByLabel('Search Article')).toHaveValue('BÖREHOLE');
  const found = page.getByRole('main').getByRole('listitem');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Chongwe market');
});

test('a search without a hit helps, and leads back to the whole list', async ({ page }) => {
  await openLive(page, `${list}?q=zzzzzz`);
  await expect(page.getByText('No article matches “zzzzzz”.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
  await page.getByRole('link', { name: 'Show the whole list' }).click();
  await expect(page).toHaveURL(new RegExp(`${list}$`));
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('the search leads to the whole list', async ({ page }) => {
    await page.goto(list);
    await page.getByLabel('Search Article').fill('valve');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/\?q=valve$/);
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  });
});
