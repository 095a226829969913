import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { officePaths } from '#server/office-paths.ts';
import { mediaDetailPath } from '#src/paths.ts';

import { expect, failedRequest } from '../kit/journey.ts';
import { untilReady } from '../kit/page.ts';
import { enter, expectPage, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** A GIF: the server gets it as the WebP that the browser made of it. */
async function photo(background: string) {
  const plain = sharp({ create: { width: 3000, height: 1500, channels: 3, background } });
  return { name: 'photo.gif', mimeType: 'image/gif', buffer: await plain.gif().toBuffer() };
}

const bring = (page: Page) => page.getByRole('button', { name: 'Bring it back' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function signOut(page: Page): Promise<void> {
  await page.getByText('Menu', { exact: true }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(heading(page)).toHaveText('Sign in');
}

test.describe('with a connection that goes', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: [failedRequest] });

  test('an article with three pictures is saved once the line is back, published at a time, and read offline', async ({
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
    await expect(page.getByText('It appears on Wednesday, 27 November 2999, 17:00.')).toBeVisible();
    expect(await text.inputValue()).toMatch(
      /## The line\s+!\[The bench\]\(\/uploads\/\S+\)\s+!\[The oven\]\(\/uploads\/\S+\)$/,
    );
    await expectPage(page, 'A photo of the line');
    const publicPage = mediaDetailPath('a-photo-of-the-line');
    expect((await page.request.get(publicPage)).status()).toBe(404);
    await page.getByRole('button', { name: 'Time and featured…' }).click();
    await page.getByLabel('Now').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'See it' }).click();
    await expect(heading(page)).toHaveText('A photo of the line');
    await expect(page.locator('main img')).toHaveCount(3);
    await untilReady(page);
    await page.context().setOffline(true);
    await page.goto(publicPage);
    await expect(page.getByRole('heading', { name: 'The line', exact: true })).toBeVisible();
  });

  test('typed text whose tab ended is brought back; saving or signing out removes it', async ({
    page,
    company,
  }) => {
    await enter(page, company);
    await page.goto(officePaths.article('new'));
    await page.getByLabel('Title').fill('Typed on the bus');
    await page.getByLabel('Kind').selectOption('blog');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByRole('alert')).toContainText('What you typed is still here');
    const key = (tab: Page) => tab.locator('main form input[name=key]').first().inputValue();
    const typedUnder = await key(page);
    const context = page.context();
    await page.close();
    await context.setOffline(false);
    const again = await context.newPage();
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

test('the preview has the header and footer of the site, and its styles', async ({ page, company }) => {
  await enter(page, company);
  await page.goto(officePaths.article('new'));
  await page.getByLabel('Title').fill('As it will be');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = await opened;
  await expect(preview.getByText('Draft: not on the site yet')).toBeVisible();
  await expect(heading(preview)).toHaveText('As it will be');
  await expect(preview.getByRole('contentinfo')).toBeVisible();
  expect(await preview.evaluate(() => [...document.styleSheets].some(({ href }) => href !== null))).toBe(
    true,
  );
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('somebody writes an article with a picture, publishes it, and orders two', async ({
    page,
    company,
  }) => {
    await enter(page, company);
    await page.goto(officePaths.article('new'));
    await page.getByLabel('Title').fill('Plain words');
    await page.getByLabel('Text (Markdown)').fill('Text');
    const plain = sharp({ create: { width: 30, height: 20, channels: 3, background: '#70a12f' } });
    const buffer = await plain.png().toBuffer();
    await page
      .getByLabel('Picture in the text')
      .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer });
    await page.getByLabel('What it shows').fill('A board');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByLabel('Among the featured').selectOption('2');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('link', { name: 'See it' }).click();
    await expect(page.getByAltText('A board')).toBeVisible();
    await page.goto(officePaths.publish('kalingalinga-leak-valves'));
    await page.getByLabel('Among the featured').selectOption('1');
    await page.getByRole('button', { name: 'Save' }).click();
    const featured = await (await page.request.get('/connect/v1/media-priority')).json();
    expect(featured.payload.map(({ _id }: { _id: string }) => _id).slice(0, 2)).toEqual([
      'kalingalinga-leak-valves',
      'plain-words',
    ]);
  });
});
