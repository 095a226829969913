import { pages } from '#src/paths.ts';
import { alertWords } from '#src/words/alerts.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, submitForm, thanks } from '../kit/page.ts';
import { button, openForm, phone } from './visitor.ts';

test.use({ isWhole: true, viewport: phone, expectedErrors: [failedRequest] });

test('I am told of new vacancies after one press, and no more after another', async ({ app, device }) => {
  const page = device.page();
  await device.context().grantPermissions(['notifications'], { origin: app.url });
  await page.addInitScript(standInForPushService);
  await openLive(page, pages.career.path);
  await button(page, alertWords.turnOn).click();
  await expect(page.getByText(alertWords.on)).toBeVisible();
  await expectNoFindings(page);
  expect(app.posts().map(({ body }) => JSON.parse(body))).toMatchObject([
    { subscription: { endpoint: 'https://fcm.googleapis.com/fcm/send/mutinta' } },
  ]);
  await openLive(page, pages.saved.path);
  await button(page, alertWords.turnOff).click();
  await expect(button(page, alertWords.turnOn)).toBeVisible();
  await expect.poll(() => app.line.seen).toContain('DELETE /connect/v1/alerts');
  await test.step('the thanks for an application offer it too', async () => {
    await openForm(page);
    await fillApplication(page);
    await submitForm(page);
    await thanks(page).getByRole('button', { name: alertWords.turnOn }).click();
    await expect(thanks(page).getByText(alertWords.on)).toBeVisible();
  });
});

/** Runs in every page: the browser would ask its maker's push service for an address. The key is a real one. */
function standInForPushService(): void {
  const p256dh = 'BH_et8-o1RZenTfUVqPP3U3QaUDQztcu50ZdeFY3O_b5zbZrezoSp9t6fnLcYGyW_ueYPSyQcojHBvLwGv5mWw0';
  const keys = { p256dh, auth: 'A'.repeat(22) };
  const endpoint = 'https://fcm.googleapis.com/fcm/send/mutinta';
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => localStorage.removeItem('push'),
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => ('push' in localStorage ? subscription : null),
    subscribe: async () => {
      localStorage.setItem('push', 'on');
      return subscription;
    },
  });
}
