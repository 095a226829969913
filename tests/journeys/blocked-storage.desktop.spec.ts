import type { Page } from '@playwright/test';

import { saved } from '#src/content/saved.ts';
import { mediaListPath, pages } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { fillApplication, goByLink, openLive, submitForm, thanks } from '../kit/page.ts';
import { button, heading, pressApply, subscribe } from './visitor.ts';

/** What Firefox refuses if cookies are blocked, and what a browser policy may refuse as well. */
const refused = [
  'BroadcastChannel',
  'caches',
  'indexedDB',
  'localStorage',
  'sessionStorage',
  'navigator.locks',
  'navigator.serviceWorker',
  'navigator.storage',
];

async function expectStanding(page: Page): Promise<void> {
  await expect(heading(page)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByText('could not be shown')).toHaveCount(0);
}

test('where every store throws each page stays, and both forms work', async ({ page, app }) => {
  await page.addInitScript(refuse, refused);
  for (const path of [pages.home.path, mediaListPath('press')]) {
    await openLive(page, path);
    await goByLink(page, pages.privacy);
    await expectStanding(page);
  }
  await test.step('an application', async () => {
    await goByLink(page, pages.career);
    await pressApply(page);
    await fillApplication(page);
    await submitForm(page);
    await expect(thanks(page)).toContainText('It has arrived');
    await button(thanks(page), 'Close').click();
  });
  await test.step('a subscription', async () => {
    await goByLink(page, pages.mediaRoom);
    await subscribe(page);
    await expect(thanks(page)).toContainText('You are subscribed to our newsletter.');
  });
  expect(app.posts().map(({ path }) => path)).toEqual(['/connect/v1/job-apply', '/connect/v1/subscribe']);
  await expectStanding(page);
  await test.step('what is said to be saved', async () => {
    await openLive(page, pages.saved.path);
    await expect(page.getByText(saved.readable.nothing)).toBeVisible();
    await button(page, saved.articles.button).click();
    await expect(page.getByText(saved.articles.result(0, false))).toBeVisible();
    await button(page, saved.delete.button).click();
    await button(page, saved.delete.yes).click();
    await expect(page.getByRole('alert')).toHaveText(saved.delete.failed);
  });
});

/** Runs in the page: whatever names one of these throws, from the first script on. */
function refuse(names: string[]): void {
  const fail = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  class Refused {
    constructor() {
      fail();
    }
  }
  for (const name of names) {
    const isOfNavigator = name.startsWith('navigator.');
    const [owner, key] = isOfNavigator ? [navigator, name.slice('navigator.'.length)] : [window, name];
    Object.defineProperty(owner, key, key === 'BroadcastChannel' ? { value: Refused } : { get: fail });
  }
}
