import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { recordsOnDisk } from '../../support/forms.ts';
import { expect, test } from '../../support/journey.ts';
import { openLive } from '../../support/live-page.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

const call = '**/connect/v1/job-apply';

const typed = {
  'First name': 'Chipo',
  'Last name': 'Mwansa',
  Email: 'chipo@people.example',
  Mobile: '+260 97 000 0000',
  Description: 'I have repaired radios since I was nine. 😀',
  'Profile link': 'https://people.example/chipo',
};

async function openForm(page: Page) {
  await openLive(page, pages.career.path);
  await page.getByRole('link', { name: 'Apply Now' }).first().click();
  const dialog = page.getByRole('dialog', { name: /^Apply for/ });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fill(page: Page): Promise<void> {
  for (const [label, value] of Object.entries(typed))
    await page.getByLabel(label, { exact: true }).fill(value);
}

test('an application is sent as the contract says, and thanked for', async ({ page }) => {
  const dialog = await openForm(page);
  await fill(page);
  await expect(dialog).toContainText(`${typed.Description.length} of 1500 characters`);
  await page.route(call, async (route) => {
    await expect(page.getByRole('button', { name: 'Please Wait' })).toBeDisabled();
    await route.continue();
  });
  const sent = page.waitForRequest(call);
  await dialog.getByRole('button', { name: 'Submit application' }).click();
  expect((await sent).postDataJSON()).toEqual({
    name: 'Chipo Mwansa',
    email: typed.Email,
    mobile: typed.Mobile,
    description: typed.Description,
    job: expect.stringMatching(/./),
    profile: typed['Profile link'],
  });
  await expect(dialog).toBeHidden();
  const thanks = page.getByRole('dialog', { name: /^Thank you/ });
  await expect(thanks).toBeVisible();
  await thanks.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Apply Now' }).first().click();
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test('an error is shown in the form, what was typed stays, and the next try has the same key', async ({
  page,
}) => {
  const dialog = await openForm(page);
  await fill(page);
  const keys: unknown[] = [];
  await page.route(call, (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return route.fulfill({
      status: 422,
      contentType: 'application/json',
      body: '{"error":{"details":[{"message":"This vacancy is closed."}]}}',
    });
  });
  const submit = dialog.getByRole('button', { name: 'Submit application' });
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText('This vacancy is closed.');
  for (const [label, value] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
  await submit.click();
  await expect.poll(() => keys.length).toBe(2);
  await expect(submit).toBeEnabled();
  await page.getByLabel('Description').fill('Another one.');
  await submit.click();
  await expect.poll(() => keys.length).toBe(3);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('without an answer the thanks say when it will be sent', async ({ page }) => {
  const dialog = await openForm(page);
  await fill(page);
  await page.route(call, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Submit application' }).click();
  await expect(page.getByRole('dialog', { name: /^Thank you/ })).toContainText('when you are back online');
});

test('the form does not close by a click beside it; Escape and Back keep what was typed, the icon forgets it', async ({
  page,
}) => {
  const dialog = await openForm(page);
  await page.getByLabel('First name').fill('Chipo');
  await page.mouse.click(3, 3);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const link = page.getByRole('link', { name: 'Apply Now' }).first();
  await expect(link).toBeFocused();
  await link.click();
  await expect(page.getByLabel('First name')).toHaveValue('Chipo');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(pages.career.path);
  await expect(link).toBeFocused();
  await link.click();
  await expect(page.getByLabel('First name')).toHaveValue('Chipo');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await link.click();
  await expect(page.getByLabel('First name')).toHaveValue('');
  await expect.poll(() => recordsOnDisk(page)).not.toContain('Chipo');
});

test('a field with a problem says so beside it, and the form says it at once', async ({ page }) => {
  const dialog = await openForm(page);
  await fill(page);
  await page.getByLabel('Email').fill('chipo@people');
  await dialog.getByRole('button', { name: 'Submit application' }).click();
  await expect(dialog.getByRole('alert')).toContainText('valid email address');
  const email = page.getByLabel('Email');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/valid email address/);
  await expect(page.getByLabel('Mobile')).toHaveAttribute('aria-invalid', 'false');
});

test('a vacancy has a page of its own, with the same form', async ({ page }) => {
  await openLive(page, pages.career.path);
  const first = page.getByRole('main').getByRole('listitem').first();
  const name = (await first.getByRole('heading').textContent()) ?? '';
  await expect(first).toContainText(/Date: \d+(?:st|nd|rd|th) [A-Z][a-z]+/);
  await first.getByRole('link', { name: /^Read More/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await page.getByRole('link', { name: 'Apply Now' }).click();
  await expect(page.getByRole('dialog', { name: `Apply for ${name}` })).toBeVisible();
});
