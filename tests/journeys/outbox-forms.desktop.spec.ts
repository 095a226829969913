import { outcomeWords } from '#src/content/outcomes.ts';
import { shareWords } from '#src/content/share.ts';
import { connectCalls } from '#src/paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, outbox, stored, submitForm, thanks } from '../kit/page.ts';
import { button, form, list, openForm } from './visitor.ts';

// Animations would change the measured colours.
test.use({ expectedErrors: [failedRequest], contextOptions: { reducedMotion: 'reduce' } });

const { jobApply } = connectCalls;
const email = 'mutinta@example.com';

test('an application that is rejected after its form was closed asks for attention, is copied, edited, and sent once the line is back', async ({
  app: { line, posts },
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  line.next('POST', jobApply, { status: 422, until }, { status: 422 });
  await openForm(page);
  await fillApplication(page, { Email: 'mutnta@example.com' });
  await submitForm(page);
  await expect(button(page, 'Please Wait')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form(page)).toBeHidden();
  // The browser closes the dialog before the history has gone back.
  await expect.poll(() => page.evaluate(() => history.state?.apply?._id)).toBeUndefined();
  answer();
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting, needs your attention');
  await outbox(page).click();
  await expect(list(page).getByRole('alert')).toHaveText(outcomeWords.refused('Objection 422'));
  await button(page, 'Copy').click();
  await expect(list(page)).toContainText(shareWords.copied);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('I solder');
  await button(page, 'Send now').click();
  await expect.poll(() => posts().length).toBe(2);
  await expect(list(page).getByRole('alert')).toHaveText(outcomeWords.refused('Objection 422'));

  await button(page, 'Edit').click();
  await expect(form(page).getByRole('alert')).toHaveText('Objection 422');
  await expect(outbox(page)).toBeHidden();
  await expectNoFindings(page);
  await form(page).getByLabel('Email').fill(email);
  await line.down();
  await submitForm(page);
  await expect(thanks(page)).toContainText('when you are back online');
  await line.up();
  await expect(page.getByText(outcomeWords.sent)).toBeVisible();
  const keys = posts().map(({ key }) => key);
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2], 'a changed text needs a key of its own').not.toBe(keys[0]);
});

test('what is typed in a second tab stays while the first submits, and its Outbox does not list that', async ({
  app: { line, posts },
  context,
  page,
}) => {
  const other = await context.newPage();
  await openForm(page);
  await openForm(other);
  const description = form(other).getByLabel('Description');
  await description.fill('An hour of words.');
  await expect.poll(async () => JSON.stringify(await stored(other))).toContain('An hour');
  await other.evaluate(() => {
    new MutationObserver(() => {
      if (/Outbox: \d+ waiting/.test(document.body.textContent)) document.title = 'listed';
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await fillApplication(page);
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  line.next('POST', jobApply, { until });
  await submitForm(page);
  await expect(button(page, 'Please Wait')).toBeVisible();
  await description.fill('Another hour of words.');
  await expect.poll(async () => JSON.stringify(await stored(other))).toContain('Another hour');
  answer();
  await expect(thanks(page)).toContainText('It has arrived');
  await expect(description).toHaveValue('Another hour of words.');
  expect(await other.title()).not.toBe('listed');
  expect(posts()).toHaveLength(1);
});

test('a device that stores nothing sends from memory, and opens the closed form again with what came of it', async ({
  app: { line, posts },
  context,
  page,
}) => {
  await context.addInitScript(() => {
    // Like a device whose storage is full.
    const put = function (this: IDBObjectStore) {
      this.transaction.abort();
    };
    Object.assign(IDBObjectStore.prototype, { put });
  });
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  line.next('POST', jobApply, { status: 503, until });
  await openForm(page);
  await fillApplication(page);
  await submitForm(page);
  await expect(button(page, 'Please Wait')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form(page)).toBeHidden();
  // The browser closes the dialog before the history has gone back.
  await expect.poll(() => page.evaluate(() => history.state?.apply?._id)).toBeUndefined();
  answer();
  await expect(form(page).getByRole('alert')).toContainText('It is not saved on this device');
  await expect(form(page)).toContainText(outcomeWords.mayHaveArrived);
  await expect(form(page).getByLabel('Email')).toHaveValue(email);

  await line.down();
  await submitForm(page);
  await expect(form(page).getByRole('alert')).toContainText('Error 500: Server connection failed!.');
  await expect(form(page).getByLabel('Email')).toHaveValue(email);
  await expect(outbox(page)).toBeHidden();
  await line.up();
  await submitForm(page);
  await expect(thanks(page)).toContainText('It has arrived');
  const keys = posts().map(({ key }) => key);
  expect(keys).toEqual([keys[0], keys[0]]);
});
