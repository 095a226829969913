import * as ui from '#src/content/interface.ts';
import { outboxWords } from '#src/content/outbox.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, outbox, stored, submitForm, thanks } from '../kit/page.ts';
import { apply, button, list, openForm, told } from './visitor.ts';

test.use({ expectedErrors: [failedRequest] });

const { jobApply } = connectCalls;

test('an application from a first visit waits, is counted and is sent once', async ({
  app: { line, posts },
  context,
  page,
}) => {
  const other = await context.newPage();
  await openLive(other, pages.privacy.path);
  await openForm(page);
  // From here on nothing can be fetched; the code that reports, lists and sends has already been loaded.
  await line.down();
  await fillApplication(page);
  await submitForm(page);
  await expect(thanks(page)).toContainText(outcomeWords.offline);
  await button(page, 'Close').click();
  await expect(page.getByRole('status').filter({ hasText: ui.offline })).toBeVisible();
  for (const tab of [page, other]) await expect(outbox(tab)).toHaveText('Outbox: 1 waiting');
  await outbox(page).click();
  await expect(list(page)).toContainText('mutinta@example.com');
  await page.keyboard.press('Escape');
  await line.up();
  for (const tab of [page, other]) {
    await expect(told(tab)).toBeVisible();
    await expect(outbox(tab)).toBeHidden();
  }
  await button(page, ui.dismiss).click();
  await expect(told(page)).toBeHidden();
  await expect(page.locator('#main')).toBeFocused();
  expect(posts()).toHaveLength(1);
});

test('a page from the back/forward cache counts anew @full', async ({ app: { line }, context, page }) => {
  const cached = await context.newPage();
  await cached.addInitScript(() => {
    // Drop all messages, as while a page is in that cache.
    BroadcastChannel.prototype.postMessage = () => undefined;
    Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set: () => undefined });
  });
  await openLive(cached, pages.privacy.path);
  const comeBack = () => cached.evaluate(() => dispatchEvent(new Event('pageshow')));
  line.always('POST', jobApply, { status: 503, retryAfter: 600 });
  await apply(page);
  await page.keyboard.press('Escape');
  await expect(outbox(page)).toBeVisible();
  await expect(outbox(cached)).toBeHidden();
  await comeBack();
  await expect(outbox(cached)).toHaveText(/^Outbox: 1 waiting/);
  await outbox(page).click();
  await button(page, outboxWords.delete).click();
  await expect.poll(() => stored(page)).toEqual([]);
  await expect(outbox(cached)).toBeVisible();
  await comeBack();
  await expect(outbox(cached)).toBeHidden();
});
