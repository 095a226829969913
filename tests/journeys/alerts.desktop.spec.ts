import { pages } from '#src/paths.ts';
import { alertWords } from '#src/words/alerts.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive, thanks } from '../kit/page.ts';
import { newSubscriber, standInForPushService } from '../kit/push.ts';
import { apply, button, phone } from './visitor.ts';

test.use({ isWhole: true, viewport: phone, expectedErrors: [failedRequest] });

test('one press turns vacancy alerts on, and another turns them off @full', async ({ app, device }) => {
  const page = device.page();
  await device.context().grantPermissions(['notifications'], { origin: app.url });
  const { subscription } = newSubscriber();
  await page.addInitScript(standInForPushService, subscription);
  await openLive(page, pages.career.path);
  await button(page, alertWords.turnOn).click();
  await expect(page.getByText(alertWords.on)).toBeVisible();
  await expectNoFindings(page);
  expect(app.line.seen).toContain('PUT /connect/v1/alerts');
  await openLive(page, pages.saved.path);
  await button(page, alertWords.turnOff).click();
  await expect(button(page, alertWords.turnOn)).toBeVisible();
  await expect.poll(() => app.line.seen).toContain('DELETE /connect/v1/alerts');
  await test.step('the thank-you dialog after an application also offers them', async () => {
    await apply(page);
    await thanks(page).getByRole('button', { name: alertWords.turnOn }).click();
    await expect(thanks(page).getByText(alertWords.on)).toBeVisible();
  });
});
