import type { Page } from '@playwright/test';

import { applyPath, pages } from '#src/paths.ts';

import { fillForm, pressSubmit, recordsOnDisk, thanks } from '../../support/forms.ts';
import { expect, test } from '../../support/journey.ts';
import { expectLive, holdBack, openLive } from '../../support/live-page.ts';
import { storedAddresses } from '../../support/stored.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

async function firstVacancy(page: Page): Promise<string> {
  const { payload } = await (await page.request.get('/connect/v1/job-list')).json();
  return payload[0]._id;
}

const form = (page: Page) => page.getByRole('dialog', { name: /^Apply for/ });

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('"Apply Now" leads to the form, which posts as it is and ends on the thanks', async ({
    page,
    site,
  }) => {
    await page.goto(pages.career.path);
    await page.getByRole('link', { name: 'Apply Now' }).first().click();
    await expect(page).toHaveURL(/\/insider\/career\/[^?]+\?apply=1$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await fillForm(page, 'apply', 'no-script@example.com');
    await pressSubmit(page, 'apply');
    await expect(page).toHaveURL(pages.thanks.path);
    expect(storedAddresses(site.dataDir, 'applications')).toContain('no-script@example.com');
  });

  test('a form that was refused names the reasons, and what was typed is still there on going back', async ({
    page,
    site,
  }) => {
    await page.goto(applyPath(await firstVacancy(page)));
    await fillForm(page, 'apply', 'refused@example.com');
    await page.getByLabel('Mobile').fill('none');
    await pressSubmit(page, 'apply');
    await expect(page.getByRole('main')).toContainText('Please enter a phone number');
    await page.goBack();
    await expect(page.getByLabel('Email')).toHaveValue('refused@example.com');
    await expect(page.getByLabel('Description')).toHaveValue(/solder/);
    await page.getByLabel('Mobile').fill('+260 97 000 0000');
    await pressSubmit(page, 'apply');
    await expect(page).toHaveURL(pages.thanks.path);
    expect(storedAddresses(site.dataDir, 'applications')).toContain('refused@example.com');
  });

  test('the form closes', async ({ page }) => {
    await page.goto(applyPath(await firstVacancy(page)));
    await form(page).getByRole('button', { name: 'Close' }).click();
    await expect(form(page)).toBeHidden();
  });
});

test('what is typed before the app is here stays, is sent once, and the address is the vacancy again', async ({
  page,
  site,
}) => {
  const letAppCome = await holdBack(page, '**/assets/entry-client-*.js');
  await page.goto(applyPath(await firstVacancy(page)), { waitUntil: 'commit' });
  await fillForm(page, 'apply', 'early@example.com');
  letAppCome();
  await expectLive(page);
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com');
  await expect(form(page)).toContainText('31 of 1500 characters');
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toContainText('It has arrived');
  await expect(form(page)).toBeHidden();
  await expect(page).not.toHaveURL(/apply/);
  expect(
    storedAddresses(site.dataDir, 'applications').filter((one) => one === 'early@example.com'),
  ).toHaveLength(1);
});

test('the form in the page survives a reload, closes with Escape, and gives the focus to "Apply Now"', async ({
  page,
}) => {
  const path = applyPath(await firstVacancy(page));
  await openLive(page, path);
  await page.getByLabel('First name').fill('Chipo');
  await expect.poll(() => recordsOnDisk(page)).toContain('Chipo');
  await page.reload();
  await expectLive(page);
  await expect(page.getByLabel('First name')).toHaveValue('Chipo');
  await page.getByLabel('First name').press('Escape');
  await expect(form(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Apply Now' })).toBeFocused();
  await expect(page).toHaveURL(path.split('?')[0] ?? '');
  await page.getByRole('link', { name: 'Apply Now' }).click();
  await expect(form(page).getByLabel('First name')).toHaveValue('Chipo');
});

test('with the form in the page "Apply Now" brings it to the front, with what is typed', async ({ page }) => {
  await openLive(page, applyPath(await firstVacancy(page)));
  await page.getByLabel('First name').fill('Chipo');
  await page.getByRole('link', { name: 'Apply Now' }).click();
  await expect(form(page)).toHaveCount(1);
  expect(await form(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await expect(page.getByLabel('First name')).toHaveValue('Chipo');
  await page.keyboard.press('Escape');
  await expect(form(page)).toBeHidden();
});

test("the form's address is no page of its own for search engines", async ({ page }) => {
  const path = applyPath(await firstVacancy(page));
  const html = await (await page.request.get(path)).text();
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(new URL(canonical).pathname + new URL(canonical).search).toBe(path.split('?')[0]);
});
