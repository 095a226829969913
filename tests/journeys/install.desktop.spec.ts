import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';

/** The browser offers the installation, and its prompt is refused. Resolves when the page has drawn what it shows. */
async function offerInstallation(page: Page): Promise<void> {
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => document.body.setAttribute('data-prompted', ''),
      userChoice: Promise.resolve({ outcome: 'dismissed' }),
    });
    dispatchEvent(offer);
  });
  // What shows it comes after the page.
  await page.locator('.status-bar').waitFor({ state: 'attached' });
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

test('"Install app" comes when the browser can install, asks it, and a refusal is remembered', async ({
  page,
}) => {
  const install = page.getByRole('button', { name: 'Install app' });
  await openLive(page, pages.home.path);
  await offerInstallation(page);
  await install.click();
  await expect(page.locator('body[data-prompted]')).toBeAttached();
  await expect(install).toBeHidden();
  await openLive(page, pages.home.path);
  await offerInstallation(page);
  await expect(install).toBeHidden();
  // The same offer shows it where nothing was refused.
  await page.evaluate(() => localStorage.clear());
  await openLive(page, pages.home.path);
  await offerInstallation(page);
  await expect(install).toBeVisible();
});
