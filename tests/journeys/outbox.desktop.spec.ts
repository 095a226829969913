import type { Page } from '@playwright/test';

import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, outbox, stored, submitForm, thanks } from '../kit/page.ts';

// Colours are measured where nothing moves.
test.use({ expectedErrors: [failedRequest], contextOptions: { reducedMotion: 'reduce' } });

const { jobApply, subscribe } = connectCalls;
const email = 'mutinta@example.com';
const form = (page: Page) => page.getByRole('dialog', { name: /^Apply for/ });
const list = (page: Page) => page.getByRole('dialog', { name: 'Outbox' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openForm(page: Page): Promise<void> {
  await openLive(page, pages.career.path);
  await page.getByRole('link', { name: 'Apply Now' }).first().click();
  await expect(form(page)).toBeVisible();
}

/** Signs of a connection: each is a reason to look at the outbox, none to send before the time. */
async function signalOften(page: Page): Promise<void> {
  for (let count = 0; count < 20; count += 1) await page.evaluate(() => dispatchEvent(new Event('online')));
}

test('an application written without a connection waits, every tab counts it, and it is sent once by itself', async ({
  app: { line, posts },
  context,
  page,
}) => {
  const other = await context.newPage();
  await openLive(other, pages.privacy.path);
  await openForm(page);
  await fillApplication(page);
  await line.down();
  await submitForm(page);
  await expect(thanks(page)).toContainText('when you are back online');
  await button(page, 'Close').click();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  for (const tab of [page, other]) await expect(outbox(tab)).toHaveText('Outbox: 1 waiting');
  await line.up();
  for (const tab of [page, other]) {
    await expect(tab.getByText(outcomeWords.sentMeanwhile)).toBeVisible();
    await expect(outbox(tab)).toBeHidden();
  }
  expect(posts()).toHaveLength(1);
  expect(posts()[0]).toMatchObject({
    path: expect.stringMatching(jobApply),
    key: expect.stringMatching(/./),
  });
});

test('while answers are lost an application is tried again in its own time only, always under one key', async ({
  app: { line, posts },
  page,
}) => {
  // Once an answer has begun, Chromium itself does not repeat its request.
  line.always('POST', jobApply, { after: 1 });
  await openForm(page);
  await fillApplication(page);
  await submitForm(page);
  await expect(thanks(page)).toContainText('when you are back online');
  await signalOften(page);
  await expect.poll(() => posts().length).toBe(2);
  await signalOften(page);
  line.always('POST', jobApply, undefined);
  await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeVisible();
  // Nothing of a sent record is left that a further attempt could send.
  expect(posts()).toHaveLength(3);
  expect(new Set(posts().map(({ key }) => key)).size).toBe(1);
});

test('the outbox lists what waits and since when; each can be sent, edited and deleted', async ({
  app: { line, posts },
  page,
}) => {
  line.always('POST', subscribe, { status: 503, retryAfter: 600 });
  await openLive(page, pages.mediaRoom.path);
  for (const name of ['sent', 'deleted', 'edited']) {
    await page.getByLabel('Full name').fill('Mutinta Banda');
    await page.getByLabel('Email').fill(`${name}@example.com`);
    // From then on the form is the app's.
    await expect.poll(async () => JSON.stringify(await stored(page))).toContain(`${name}@example.com`);
    await submitForm(page);
    await expect(thanks(page)).toContainText('we will keep trying');
    await button(page, 'Close').click();
    await expect(page.getByLabel('Email')).toHaveValue('');
  }
  await outbox(page).click();
  const entry = (name: string) =>
    list(page)
      .getByRole('listitem')
      .filter({ hasText: `${name}@example.com` });
  for (const name of ['sent', 'deleted', 'edited']) await expect(entry(name)).toContainText('Waiting since');
  await expectNoFindings(page);

  await test.step('"Send now" sends it under the key that it has', async () => {
    line.always('POST', subscribe, undefined);
    await entry('sent').getByRole('button', { name: 'Send now' }).click();
    await expect(entry('sent')).toBeHidden();
    const keys = posts()
      .filter(({ body }) => body.includes('sent@'))
      .map(({ key }) => key);
    expect(keys).toEqual([keys[0], keys[0]]);
  });
  await test.step('"Delete" deletes it at once', async () => {
    await entry('deleted').getByRole('button', { name: 'Delete' }).click();
    await expect(entry('deleted')).toBeHidden();
  });
  await test.step('what is rejected says why, and "Edit" leads to its form', async () => {
    line.next('POST', subscribe, { status: 422 });
    await entry('edited').getByRole('button', { name: 'Send now' }).click();
    await expect(entry('edited').getByRole('alert')).toHaveText(outcomeWords.refused('Objection 422'));
    await entry('edited').getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('form', { name: 'Newsletter' }).getByRole('alert')).toHaveText(
      'Objection 422',
    );
    await expect(page.getByLabel('Email')).toHaveValue('edited@example.com');
    await expect(outbox(page)).toBeHidden();
    await page.getByLabel('Email').fill('corrected@example.com');
    await submitForm(page);
    await expect(thanks(page)).toContainText('You are on the list');
    await button(page, 'Close').click();
  });
  await test.step('what was sent meanwhile is told until it is dismissed', async () => {
    const receipt = page.getByText(outcomeWords.sentMeanwhile);
    await expect(receipt).toBeVisible();
    await button(page, 'Dismiss').click();
    await expect(receipt).toBeHidden();
    expect(await stored(page)).toEqual([]);
  });
});

test('an application that is rejected after its form was closed asks for attention, and can be copied and corrected', async ({
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
  answer();
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting, needs your attention');
  await outbox(page).click();
  await expect(list(page).getByRole('alert')).toHaveText(outcomeWords.refused('Objection 422'));
  await button(page, 'Copy').click();
  await expect(list(page)).toContainText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('I solder');
  await button(page, 'Send now').click();
  await expect.poll(() => posts().length).toBe(2);
  await expect(list(page).getByRole('alert')).toHaveText(outcomeWords.refused('Objection 422'));

  await button(page, 'Edit').click();
  await expect(form(page).getByRole('alert')).toHaveText('Objection 422');
  await expect(outbox(page)).toBeHidden();
  await expectNoFindings(page);
  await form(page).getByLabel('Email').fill(email);
  await expect.poll(async () => JSON.stringify(await stored(page))).toContain(email);
  await page.reload();
  await expect(form(page).getByRole('alert')).toHaveText('Objection 422');
  await expect(form(page).getByLabel('Email')).toHaveValue(email);
  await submitForm(page);
  await expect(thanks(page)).toContainText('It has arrived');
  await expect(outbox(page)).toBeHidden();
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
  await other.reload();
  await expect(description).toHaveValue('Another hour of words.');
  expect(posts()).toHaveLength(1);
});

test('a device that stores nothing sends from memory, and opens the closed form again with what came of it', async ({
  app: { line, posts },
  context,
  page,
}) => {
  await context.addInitScript(() => {
    // As a full device does.
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
