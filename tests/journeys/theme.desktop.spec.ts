import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';

test.use({ colorScheme: 'dark' });

test('the colours follow the system until the visitor chooses, and the choice stays', async ({ page }) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await openLive(page, pages.whoWeAre.path);
  const dark = await paper();
  await page.getByRole('button', { name: /^Colours: as the system/ }).click();
  const light = await paper();
  expect(light).not.toBe(dark);

  await page.reload();
  await expect(page.getByRole('button', { name: /^Colours: light/ })).toBeVisible();
  expect(await paper()).toBe(light);

  await page.getByRole('button', { name: /^Colours: light/ }).click();
  await page.getByRole('button', { name: /^Colours: dark/ }).click();
  await expect(page.getByRole('button', { name: /^Colours: as the system/ })).toBeVisible();
  expect(await paper()).toBe(dark);
});
