import type { Page } from '@playwright/test';

import { mediaListPath, pages } from '#src/paths.ts';

import { requests, sendForm, storedAs, thanks } from '../support/forms.ts';
import { expect, test } from '../support/journey.ts';
import { expectLive, openLive } from '../support/live-page.ts';
import { storedAddresses } from '../support/stored.ts';

/** What Firefox refuses on a site whose cookies are blocked, and what a browser's policy may refuse beside it. */
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

/** Whatever names one of these throws, from the first script on. */
function refuse(names: string[]): void {
  const fail = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of names) {
    const [owner, key] = name.startsWith('navigator.')
      ? [navigator, name.slice('navigator.'.length)]
      : [window, name];
    if (key === 'BroadcastChannel')
      Object.defineProperty(owner, key, {
        value: class {
          constructor() {
            fail();
          }
        },
      });
    else Object.defineProperty(owner, key, { get: fail });
  }
}

async function expectStanding(page: Page): Promise<void> {
  await expectLive(page);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.getByText('could not be shown')).toHaveCount(0);
}

test.describe('where every store throws', () => {
  test.beforeEach(({ page }) => page.addInitScript(refuse, refused));

  test('each kind of page stays, and so does what follows it', async ({ page }) => {
    const failures: Error[] = [];
    page.on('pageerror', (error) => failures.push(error));
    for (const path of [pages.home.path, pages.career.path, mediaListPath('press')]) {
      await openLive(page, path);
      await expectStanding(page);
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
      await expect(page).toHaveTitle(pages.privacy.title);
      await expectStanding(page);
    }
    expect(failures).toEqual([]);
  });

  for (const request of requests)
    test(`${request} works online`, async ({ page, site }) => {
      const email = `blocked-${request}@example.com`;
      await sendForm(page, site.url, request, email);
      await expect(thanks(page)).toBeVisible();
      await expect(thanks(page)).not.toContainText(/saved in this browser|did not work/);
      expect(storedAddresses(site.dataDir, storedAs[request])).toContain(email);
    });
});

test.describe('where an effect throws all the same', () => {
  test.use({ expectedErrors: [/No listener for/] });

  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      for (const target of [window, document]) {
        const listen = target.addEventListener;
        target.addEventListener = (type: string, ...rest: unknown[]) => {
          if (location.hash === `#${type}`) throw new Error(`No listener for ${type}`);
          return Reflect.apply(listen, target, [type, ...rest]);
        };
      }
    }),
  );

  const thrown = (page: Page) =>
    page.waitForEvent('console', (message) => /No listener for/.test(message.text()));

  test('in the status bar, the page stays', async ({ page }) => {
    const seen = thrown(page);
    await page.goto(`${pages.home.path}#appinstalled`);
    await seen;
    await expectStanding(page);
  });

  test('in the frame, the visitor is told what to do', async ({ page }) => {
    const seen = thrown(page);
    await page.goto(`${pages.home.path}#pointerdown`);
    await seen;
    await expect(page.getByRole('alert').getByRole('link', { name: 'Home' })).toBeVisible();
  });
});
