import { expect, test } from '../../support/journey.ts';
import { openLive } from '../../support/live-page.ts';

test('a picture of the text that comes late moves nothing', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/images/products/waterhandler.svg', async (route) => {
    await released;
    await route.continue();
  });
  await openLive(page, '/media-room/kalingalinga-leak-valves');
  const picture = page.getByRole('img', { name: 'The Water Handler valve' });
  await picture.scrollIntoViewIfNeeded();
  const next = page.getByRole('navigation', { name: 'More articles' });
  const before = await next.boundingBox();
  release();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await next.boundingBox()).toEqual(before);
});
