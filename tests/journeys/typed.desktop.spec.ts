import type { Page } from '@playwright/test';

import { empty } from '#src/content/field.ts';
import { saved } from '#src/content/saved.ts';
import { askPath, connectCalls, pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillEnquiry, goByLink, openLive, stored, submitForm, untilLive } from '../kit/page.ts';
import { button, heading, phone, told } from './visitor.ts';

test.use({ viewport: phone, expectedErrors: [failedRequest] });

const message = (page: Page) => page.getByLabel('Message');
const fieldsStored = async (page: Page) => (await stored(page)).map(({ fields }) => fields);

/** Goes back without the back/forward cache. */
async function goBack(page: Page): Promise<void> {
  await page.addInitScript(() => addEventListener('unload', () => undefined));
  await page.goBack();
  await untilLive(page);
}

test('after "Delete everything" Back shows an empty form, and stores nothing @full', async ({ page }) => {
  await openLive(page, pages.ask.path);
  await page.getByLabel('Name').fill('Bwalya');
  await message(page).fill('How much is it?');
  await expect.poll(() => fieldsStored(page)).toHaveLength(1);
  await page.goto(pages.saved.path);
  await button(page, saved.delete.button).click();
  await expect(page.getByText(saved.delete.unsent('Enquiry'))).toBeVisible();
  await button(page, saved.delete.yes).click();
  await expect(page.getByText(saved.delete.done)).toBeVisible();
  await goBack(page);
  await expect(heading(page)).toHaveText('Ask us');
  await expect(message(page)).toHaveValue('');
  await expect(page.getByLabel('Name')).toHaveValue('');
  expect(await fieldsStored(page)).toEqual([]);
});

test('Back does not restore a sent enquiry, and a link selects the product unless I have changed it', async ({
  page,
  app: { line, posts },
}) => {
  await page.clock.install();
  await openLive(page, askPath('osense'));
  await fillEnquiry(page);
  await test.step('a link selects another product', async () => {
    await expect
      .poll(() => fieldsStored(page))
      .toEqual([expect.objectContaining({ message: 'How much is it?' })]);
    await openLive(page, askPath('zstudy'));
    await expect(message(page)).toHaveValue('How much is it?');
    await expect(page.getByLabel('About')).toHaveValue('ZStudy');
  });
  const answer = line.hold('POST', connectCalls.enquiry);
  await submitForm(page);
  await expect(button(page, 'Please Wait')).toBeVisible();
  // Loading a document loses the response, so the next attempt is due when the lease ends.
  await goByLink(page, pages.contact);
  answer();
  await page.clock.fastForward(41_000);
  await expect(told(page)).toContainText('Enquiry');
  await page.goBack();
  await expect(heading(page)).toHaveText('Ask us');
  await expect(message(page)).toHaveValue('');
  expect(new Set(posts().map(({ key }) => key)).size).toBe(1);
});

test("after I have emptied a form, another tab's older text does not appear", async ({ page, context }) => {
  await openLive(page, pages.ask.path);
  const other = await context.newPage();
  await openLive(other, pages.ask.path);
  // Each tab begins a record of its own, because both forms were empty when they opened.
  await message(page).fill('An older question');
  await expect.poll(() => fieldsStored(page)).toHaveLength(1);
  await message(other).fill('A newer question');
  await expect.poll(() => fieldsStored(page)).toHaveLength(2);
  other.once('dialog', (asking) => asking.accept());
  await button(other, empty).click();
  await expect.poll(() => fieldsStored(page)).toEqual([]);
  await other.reload();
  await untilLive(other);
  await expect(message(other)).toHaveValue('');
  expect(await fieldsStored(page)).toEqual([]);
});
