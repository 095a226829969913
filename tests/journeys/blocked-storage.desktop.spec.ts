import type { Page } from '@playwright/test';

import { follow } from '#src/content/follow.ts';
import * as ui from '#src/content/interface.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { saved } from '#src/content/saved.ts';
import { mediaListPath, pages } from '#src/paths.ts';
import { formWords } from '#src/words/forms.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, goByLink, openLive, submitForm, thanks } from '../kit/page.ts';
import { apply, button, heading, pressApply, subscribe, untilFormLeft } from './visitor.ts';

/** Firefox refuses these if cookies are blocked; a browser policy may do the same. */
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
  await expect(page.getByText(ui.notShown)).toHaveCount(0);
}

test('if every storage API throws, all pages still work, and so do both forms', async ({ page, app }) => {
  await page.addInitScript(refuse, refused);
  for (const path of [pages.home.path, mediaListPath('press')]) {
    await openLive(page, path);
    await goByLink(page, pages.privacy);
    await expectStanding(page);
  }
  await test.step('an application can be sent', async () => {
    await goByLink(page, pages.career);
    await pressApply(page);
    await fillApplication(page);
    await submitForm(page);
    await expect(thanks(page)).toContainText(formWords.apply.sent);
    await button(thanks(page), 'Close').click();
    await untilFormLeft(page);
  });
  await test.step('a subscription can be sent', async () => {
    await goByLink(page, pages.mediaRoom);
    await subscribe(page);
    await expect(thanks(page)).toContainText(formWords.subscribe.sent);
  });
  expect(app.posts().map(({ path }) => path)).toEqual(['/connect/v1/job-apply', '/connect/v1/subscribe']);
  await expectStanding(page);
  await test.step('the site says that nothing is saved', async () => {
    await openLive(page, pages.saved.path);
    await expect(page.getByText(saved.readable.nothing)).toBeVisible();
    await button(page, saved.articles.button).click();
    await expect(page.getByText(saved.articles.result(0, false))).toBeVisible();
    await button(page, saved.delete.button).click();
    await button(page, saved.delete.yes).click();
    await expect(page.getByRole('alert')).toHaveText(saved.delete.failed);
  });
});

test.describe('if the storage cannot be read at first', () => {
  test.use({ expectedErrors: [failedRequest] });

  test("an application's page shows it once it can be read @full", async ({ page }) => {
    await apply(page, { Email: `${crypto.randomUUID()}@example.com` });
    await expect(thanks(page)).toBeVisible();
    await untilFormLeft(page);
    await thanks(page).getByRole('link', { name: outcomeWords.follow }).click();
    await expect(page.getByText(follow.states.received.text)).toBeVisible();
    await page.addInitScript(() => {
      const { open } = IDBFactory.prototype;
      IDBFactory.prototype.open = () => {
        throw new DOMException('Not now', 'UnknownError');
      };
      addEventListener('online', () => Object.assign(IDBFactory.prototype, { open }));
    });
    await page.reload();
    await expect(page.getByText(follow.notFound)).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText(follow.states.received.text)).toBeVisible();
  });
});

/** Runs in the page before its scripts: makes every access to these names throw. */
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
