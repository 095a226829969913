import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { officePaths } from '#server/office/office-paths.ts';

import { expect, failedRequest } from '../kit/journey.ts';
import { enter, expectLook, expectPage, signOut, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Makes a photo. The browser's script converts a GIF to WebP before sending it. */
async function photo(background: string, type: 'gif' | 'png' = 'gif') {
  const plain = sharp({ create: { width: 3000, height: 1500, channels: 3, background } });
  return { name: `photo.${type}`, mimeType: `image/${type}`, buffer: await plain.toFormat(type).toBuffer() };
}

const bring = (page: Page) => page.getByRole('button', { name: 'Bring it back' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test.describe('with a connection that drops', () => {
  test.use({ expectedErrors: [failedRequest] });

  test('an article with three pictures is previewed, saved once back online and scheduled', async ({
    page,
    company,
  }) => {
    await enter(page, company);
    await page.goto(officePaths.article('new'));
    await page.getByLabel('Title').fill('A photo of the line');
    const text = page.getByLabel('Text (Markdown)');
    await text.fill('The line');
    await page.getByRole('button', { name: 'Heading' }).click();
    await expect(text).toHaveValue('## The line');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = await opened;
    await expect(preview.getByText('Draft: not on the site yet')).toBeVisible();
    const hasStyles = () => [...document.styleSheets].some(({ href }) => href !== null);
    expect(await preview.evaluate(hasStyles)).toBe(true);
    await preview.close();
    await page.getByLabel('Picture above the text').setInputFiles(await photo('#70a12f'));
    await page.context().setOffline(true);
    for (const [number, shown] of [
      [0, 'The bench'],
      [1, 'The oven'],
    ] as const) {
      await page
        .getByLabel('Picture in the text')
        .nth(number)
        .setInputFiles(await photo(`#00000${number}`));
      await page.getByLabel('What it shows').nth(number).fill(shown);
    }
    await expect(text).toHaveValue('## The line\n\n![](picture-1)\n\n\n\n![](picture-2)\n\n');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('alert')).toContainText('What you typed is still here');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Publish…' }).click();
    await expect(page).toHaveURL(/\/office\/articles\/a-photo-of-the-line\/publish$/);
    await expectPage(page, 'A photo of the line');
    await page.getByLabel('At this time').check();
    await page.getByLabel('Day and time').fill('2999-11-27T17:00');
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('It will appear on Wednesday, 27 November 2999, 17:00.')).toBeVisible();
    expect(await text.inputValue()).toMatch(
      /## The line\s+!\[The bench\]\(\/uploads\/\S+\)\s+!\[The oven\]\(\/uploads\/\S+\)$/,
    );
    await expectLook(page, 'A photo of the line', true);
  });

  test('text from a closed tab is restored; saving or signing out deletes it', async ({ page, company }) => {
    await enter(page, company);
    await page.goto(officePaths.article('new'));
    await page.getByLabel('Title').fill('Typed on the bus');
    await page.getByLabel('Kind').selectOption('blog');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('alert')).toContainText('What you typed is still here');
    const key = (tab: Page) => tab.locator('form:has([name=title]) input[name=key]').inputValue();
    const typedUnder = await key(page);
    const context = page.context();
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
    // A colleague on the same device does not get it; whoever typed it does.
    const [own] = await context.cookies();
    await context.clearCookies();
    await again.goto(await company.invited('colleague@hcs.example'));
    await again.getByRole('button', { name: 'Sign in' }).click();
    await expect(heading(again)).toHaveText('Today');
    await again.goto(officePaths.article('new'));
    await expect(again.getByLabel('Title')).toBeEnabled();
    await expect(bring(again)).toHaveCount(0);
    if (own) await context.addCookies([own]);
    await again.goto(officePaths.article('new'));
    await expect(again.getByText('There is text here that was not saved.')).toBeVisible();
    await bring(again).click();
    await expect(again.getByLabel('Title')).toHaveValue('Typed on the bus');
    await expect(again.getByLabel('Kind')).toHaveValue('blog');
    expect(await key(again)).toBe(typedUnder);
    await again.getByRole('button', { name: 'Save draft' }).click();
    await expect(heading(again)).toHaveText('Typed on the bus');
    await again.goto(officePaths.article('new'));
    await expect(bring(again)).toHaveCount(0);
    await again.getByLabel('Title').fill('Never mind');
    expect(await again.evaluate(() => localStorage.length)).toBeGreaterThan(0);
    await signOut(again);
    expect(await again.evaluate(() => Object.keys(localStorage).join())).not.toContain('office');
  });
});
