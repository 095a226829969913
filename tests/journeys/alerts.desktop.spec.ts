import type { Page } from '@playwright/test';

import { alertWords } from '#src/content/alerts.ts';
import { pages } from '#src/paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, submitForm, thanks } from '../kit/page.ts';

test.use({
  serviceWorkers: 'allow',
  viewport: { width: 360, height: 740 },
  contextOptions: { reducedMotion: 'reduce' },
  expectedErrors: [failedRequest],
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The offer stands below the list. */
async function openOffer(page: Page): Promise<void> {
  await openLive(page, pages.career.path);
  await page.getByRole('link', { name: 'Apply Now' }).last().scrollIntoViewIfNeeded();
}

test.describe('with the permission given (push service stood in for)', () => {
  test.use({ permissions: ['notifications'] });

  test('I am told of new vacancies after one press, and no more after another', async ({ page, app }) => {
    const alerts = () => app.line.seen.filter((request) => /^(?:POST|DELETE) .*\/alerts$/.test(request));
    await page.addInitScript(standInForPushService);
    await openOffer(page);
    await expect(button(page, alertWords.turnOn)).toBeVisible();
    await button(page, alertWords.turnOn).click();
    await expect(page.getByText(alertWords.on)).toBeVisible();
    await expectNoFindings(page);
    const [{ body = '' } = {}] = app.posts();
    expect(JSON.parse(body).subscription.endpoint).toMatch(/^https:\/\/fcm\.googleapis\.com\//);
    await test.step('off on the page of what is saved', async () => {
      await openLive(page, pages.saved.path);
      await button(page, alertWords.turnOff).click();
      await expect(button(page, alertWords.turnOn)).toBeVisible();
      await expect.poll(alerts).toEqual(['POST /connect/v1/alerts', 'DELETE /connect/v1/alerts']);
    });
    await test.step('off without a connection at once, and it stays off', async () => {
      await button(page, alertWords.turnOn).click();
      await expect(button(page, alertWords.turnOff)).toBeVisible();
      await app.line.down();
      await button(page, alertWords.turnOff).click();
      await expect(button(page, alertWords.turnOn)).toBeVisible();
      await app.line.up();
      await page.reload();
      await expect(button(page, alertWords.turnOn)).toBeVisible();
    });
    await test.step('the thanks for an application offer it too', async () => {
      await openLive(page, pages.career.path);
      await page.getByRole('link', { name: 'Apply Now' }).first().click();
      await fillApplication(page);
      await submitForm(page);
      await thanks(page).getByRole('button', { name: alertWords.turnOn }).click();
      await expect(thanks(page).getByText(alertWords.on)).toBeVisible();
      await expectNoFindings(page);
    });
  });
});

test('where I said no, or my browser cannot, it says so and names feed and newsletter', async ({ page }) => {
  const other = (name: string) => page.getByRole('main').getByRole('link', { name });
  const cases: [string, () => void][] = [
    [alertWords.denied, () => Object.defineProperty(Notification, 'permission', { get: () => 'denied' })],
    [alertWords.never, () => Reflect.deleteProperty(window, 'PushManager')],
    [alertWords.install, () => Object.assign(navigator, { standalone: false })],
  ];
  for (const [words, prepare] of cases) {
    await page.addInitScript(prepare);
    await openOffer(page);
    await expect(page.getByText(words)).toBeVisible();
    await expect(other(alertWords.feed)).toBeVisible();
    await expect(other(alertWords.newsletter)).toBeVisible();
  }
});

/** Runs in every page: a browser's push service would be asked for an address. The keys are real ones. */
function standInForPushService(): void {
  const encode = (bytes: Uint8Array) =>
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const read = () => {
    const json = JSON.parse(localStorage.getItem('push-service') ?? 'null');
    const unsubscribe = async () => localStorage.removeItem('push-service');
    return json && { endpoint: json.endpoint, toJSON: () => json, unsubscribe };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => read(),
    subscribe: async () => {
      const curve = { name: 'ECDH', namedCurve: 'P-256' };
      const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
      const p256dh = encode(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)));
      const keys = { p256dh, auth: encode(crypto.getRandomValues(new Uint8Array(16))) };
      const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
      localStorage.setItem('push-service', JSON.stringify({ endpoint, keys }));
      return read();
    },
  });
}
