import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { officePaths } from '#server/office/office-paths.ts';

import { expect } from '../kit/journey.ts';
import { htmlFromWord, plainFromWord } from '../unit/server/pasted-texts.ts';
import { enter, expectPage, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

const photo = (background: string) =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Pastes what another program would put on the clipboard. */
const paste = (page: Page, types: Record<string, string>, image?: string) =>
  page.getByLabel('Text (Markdown)').evaluate(
    (area, [all, bytes]) => {
      const data = new DataTransfer();
      for (const [type, text] of Object.entries(all)) data.setData(type, text);
      const file = (text: string) =>
        new File([Uint8Array.from(atob(text), (char) => char.charCodeAt(0))], 'image.png', {
          type: 'image/png',
        });
      if (bytes) data.items.add(file(bytes));
      area.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    [types, image] as const,
  );

test('the browser scales a photo, and leaves what is beyond a canvas @full', async ({ page, company }) => {
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (...words) {
      sessionStorage.drawn = `${sessionStorage.drawn ?? ''} ${this.width}x${this.height}`;
      toBlob.apply(this, words);
    };
  });
  await enter(page, company);
  await page.goto(officePaths.article('new'));
  await page.getByLabel('Title').fill('Screenshots');
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#2f70a1' } });
  for (const [number, [width, height]] of [
    [400, 16_384],
    [1600, 10_486],
    [3200, 2000],
  ].entries()) {
    const buffer = await blank(width ?? 0, height ?? 0)
      .png()
      .toBuffer();
    const file = { name: `${number}.png`, mimeType: 'image/png', buffer };
    await page.getByLabel('Picture in the text').nth(number).setInputFiles(file);
    await page.getByLabel('What it shows').nth(number).fill(`Screen ${number}`);
  }
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expectPage(page, 'Screenshots');
  expect(await page.evaluate(() => sessionStorage.drawn)).toBe(' 1600x1000');
  await expect(page.getByLabel('Text (Markdown)')).toHaveValue(
    /(?:!\[Screen \d\]\(\/uploads\/[^)]*\)\s*){3}/,
  );
});

test('formatted text, an address and a picture are pasted', async ({ page, company }) => {
  await enter(page, company);
  await page.goto(officePaths.article('new'));
  const text = page.getByLabel('Text (Markdown)');
  await text.focus();
  await paste(page, { 'text/html': htmlFromWord, 'text/plain': plainFromWord });
  await expect(text).toHaveValue(/- Three benches\n- One oven\n\nMwila leads it\.\n\n\| Place \| Opens \|/);
  await text.fill('our shop');
  await text.selectText();
  await page.getByRole('button', { name: 'Link' }).click();
  await expect(text).toHaveValue('[our shop](https://)');
  await page.keyboard.insertText('https://www.hcs.example');
  await expect(text).toHaveValue('[our shop](https://www.hcs.example)');
  const bytes = (
    await sharp(await photo('#70a12f'))
      .resize(20)
      .png()
      .toBuffer()
  ).toString('base64');
  await paste(page, {}, bytes);
  await expect(text).toHaveValue(/!\[\]\(picture-1\)/);
  await page.getByLabel('What it shows').first().fill('A board');
  await page.getByLabel('Title').fill('Pasted');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expectPage(page, 'Pasted');
  await expect(text).toHaveValue(/!\[A board\]\(\/uploads\//);
});
