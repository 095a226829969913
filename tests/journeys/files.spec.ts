import type { Page } from '@playwright/test';

import { officePaths } from '#server/office/office-paths.ts';
import { filesWords as words } from '#src/content/attachments.ts';
import { outboxWords } from '#src/content/outbox.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest } from '../kit/journey.ts';
import { fillApplication, outbox, submitForm, thanks } from '../kit/page.ts';
import { cv, fileField } from './file-steps.ts';
import { enter, test } from './office.ts';
import { button, form, list, openForm, phone } from './visitor.ts';

test.use({ viewport: phone, expectedErrors: [failedRequest] });

/** A photo of noise, which compresses badly, as a phone's camera would take it. */
async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [2_400, 1_800];
    const context = canvas.getContext('2d');
    const pixels = context?.createImageData(canvas.width, canvas.height);
    pixels?.data.forEach((_, index, data) => {
      data[index] = index % 4 === 3 ? 255 : (index * 7919) % 251;
    });
    if (pixels) context?.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.95).split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

test('on a phone a CV goes from the form to the person who reads it', async ({ app, company, page }) => {
  await openForm(page);
  await fillApplication(page, { 'First name': 'Thandiwe', Email: 'thandiwe@example.com' });
  const field = fileField(page);
  const picture = await photo(page);
  await field.setInputFiles({ name: 'IMG_2041.JPG', mimeType: 'image/jpeg', buffer: picture });
  await expect(form(page).getByRole('status').filter({ hasText: 'made' })).toContainText('MB, made');
  await button(page, words.remove).click();
  await fileField(page).setInputFiles(cv('t'));
  await expect(button(page, words.remove)).toBeVisible();
  expect(await fits(page)).toBe(true);
  await expectNoFindings(page);
  await page.route('**/files/**', (route) => route.abort());
  await submitForm(page);
  await expect(thanks(page)).toContainText('Your CV (393 KB) is on its way.');
  await button(thanks(page), 'Close').click();
  await outbox(page).click();
  await expect(list(page).getByRole('progressbar')).toBeVisible();
  await expect(list(page)).toContainText(words.waiting);
  expect(await fits(page)).toBe(true);
  await expectNoFindings(page);
  await page.unroute('**/files/**');
  await expect(list(page)).toContainText(outboxWords.empty);

  await enter(page, company);
  await page.goto(app.url + officePaths.applications);
  await page.getByRole('link', { name: 'Thandiwe' }).first().click();
  await expect(page.getByText('CV Mutinta (PDF, 393 KB)')).toBeVisible();
  expect(await fits(page)).toBe(true);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CV Mutinta' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^[\p{L}-]+_[\p{L}-]+_CV-Mutinta\.pdf$/u);
});
