import { themes } from '#src/content/interface.ts';
import { pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';

test.use({ colorScheme: 'dark', expectedErrors: [failedRequest] });

test('the colours follow my system until I choose, and the choice holds from the first frame on', async ({
  page,
}) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const press = (name: string) => page.getByRole('button', { name }).click();
  await openLive(page, pages.whoWeAre.path);
  const dark = await background();
  await press(themes.auto);
  const light = await background();
  expect(light).not.toBe(dark);
  await press(themes.light);
  expect(await background()).toBe(dark);
  await press(themes.dark);
  expect(await background()).toBe(dark);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background()).toBe(light);
  await press(themes.auto);
  await press(themes.light);
  await expect(page.getByRole('button', { name: themes.dark })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: themes.dark })).toBeVisible();
  // Paint the page without the app and before the rest of it arrives.
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
