import * as ui from '#src/content/interface.ts';
import { outboxWords } from '#src/content/outbox.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { formWords } from '#src/words/forms.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, outbox, stored, submitForm, thanks } from '../kit/page.ts';
import { apply, button, list, openForm, subscribe, told } from './visitor.ts';

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

test('waiting entries in the outbox can be sent, edited or deleted', async ({
  app: { line, posts },
  page,
}) => {
  line.always('POST', connectCalls.subscribe, { status: 503, retryAfter: 600 });
  await openLive(page, pages.mediaRoom.path);
  for (const name of ['sent', 'deleted', 'edited']) {
    await subscribe(page, `${name}@example.com`);
    await expect(thanks(page)).toContainText(outcomeWords.service);
    await button(page, 'Close').click();
    await expect(page.getByLabel('Email')).toHaveValue('');
  }
  await outbox(page).click();
  const entry = (name: string) =>
    list(page)
      .getByRole('listitem')
      .filter({ hasText: `${name}@example.com` });
  for (const name of ['sent', 'deleted', 'edited'])
    await expect(entry(name)).toContainText(outboxWords.since);

  await test.step('"Send now" sends an entry under the same key', async () => {
    line.always('POST', connectCalls.subscribe, undefined);
    await entry('sent').getByRole('button', { name: outboxWords.sendNow }).click();
    await expect(entry('sent')).toBeHidden();
    const keys = posts()
      .filter(({ body }) => body.includes('sent@'))
      .map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0]]);
  });
  await test.step('"Delete" deletes an entry at once', async () => {
    await entry('deleted').getByRole('button', { name: outboxWords.delete }).click();
    await expect(entry('deleted')).toBeHidden();
    await expect(list(page).locator(':focus')).toHaveText(outboxWords.intro);
  });
  await test.step('a rejected entry says why, and "Edit" leads to its form', async () => {
    line.next('POST', connectCalls.subscribe, { status: 422 });
    await entry('edited').getByRole('button', { name: outboxWords.sendNow }).click();
    await expect(entry('edited').getByRole('alert')).toHaveText(outcomeWords.refused('Objection 422'));
    await entry('edited').getByRole('button', { name: outboxWords.edit }).click();
    await expect(page.getByRole('form', { name: 'Newsletter' }).getByRole('alert')).toHaveText(
      'Objection 422',
    );
    await expect(page.getByLabel('Email')).toHaveValue('edited@example.com');
    await expect(outbox(page)).toBeHidden();
    await page.getByLabel('Email').fill('corrected@example.com');
    await submitForm(page);
    await expect(thanks(page)).toContainText(formWords.subscribe.sent);
  });
});
