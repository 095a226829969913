import { join } from 'node:path';

import { pages } from '#src/paths.ts';

import { builtSite } from '../../server/app.ts';
import { expect, test } from '../support/journey.ts';
import { holdBack, openLive } from '../support/live-page.ts';

const { path } = pages.mediaRoom;

test('an address with a target is shown at it', async ({ page }) => {
  await openLive(page, `${path}#newsletter`);
  await expect(page.locator('#newsletter')).toBeInViewport();
});

test('a target stays in view while the lists above it come', async ({ page }) => {
  // As from the worker: the page without its lists.
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ path: join(builtSite, `${path}.html`) }),
  );
  const letListsCome = await holdBack(page, /\/connect\/v1\/media-/);
  await openLive(page, `${path}#newsletter`);
  const bones = page.getByRole('main').locator('.placeholder');
  await expect(bones.first()).toBeAttached();
  await expect(page.locator('#newsletter')).toBeInViewport();
  letListsCome();
  await expect(bones).toHaveCount(0);
  await expect(page.locator('#newsletter')).toBeInViewport();
});
