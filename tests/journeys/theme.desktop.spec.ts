import { pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';

test.use({ colorScheme: 'dark', expectedErrors: [failedRequest] });

test('the colours follow my system until I choose, from the first frame on', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const press = (name: RegExp) => page.getByRole('button', { name }).click();
  await openLive(page, pages.whoWeAre.path);
  const dark = await background();
  await press(/^Colours: as the system/);
  const light = await background();
  expect(light).not.toBe(dark);
  await press(/^Colours: light/);
  expect(await background()).toBe(dark);
  await press(/^Colours: dark/);
  expect(await background()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe(light);
  await press(/^Colours: as the system/);
  await press(/^Colours: light/);
  await expect(page.getByRole('button', { name: /^Colours: dark/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Colours: dark/ })).toBeVisible();
  // The page is painted without the app, and before the rest of it arrives.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.addInitScript(() => {
    const note = () => {
      if (document.body === null) requestAnimationFrame(note);
      else document.documentElement.dataset.firstFrame = getComputedStyle(document.body).backgroundColor;
    };
    requestAnimationFrame(note);
  });
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.dataset.firstFrame)).toBe(dark);
});
