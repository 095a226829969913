import type { Locator, Page } from '@playwright/test';

import { productWords } from '#src/content/product.ts';
import { askPath, mediaListPath, pages } from '#src/paths.ts';
import { company, quote } from '#src/words/site.ts';

import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';
import { applyLinks, main } from './visitor.ts';

const smallPhone = { width: 360, height: 640 };
test.use({ viewport: smallPhone });

async function edges(element: Locator): Promise<{ top: number; bottom: number }> {
  const { y = NaN, height = NaN } = (await element.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
}

const pageHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test('the first screen of /ask has its first field, a phone number and WhatsApp @full', async ({ page }) => {
  for (const path of [pages.ask.path, askPath('waterhandler')]) {
    await openLive(page, path);
    const about = page.getByLabel('About');
    if (path !== pages.ask.path) await expect(about).toHaveValue('Water Handler');
    expect((await edges(about)).bottom, path).toBeLessThanOrEqual(smallPhone.height);
    const [phone, chat] = [company.phones[0], 'WhatsApp'].map((name) =>
      main(page).getByRole('link', { name }),
    );
    if (!phone || !chat) throw new Error('No links.');
    expect((await edges(phone)).top).toBe((await edges(chat)).top);
    expect((await edges(phone)).bottom).toBeLessThan((await edges(about)).top);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const heading = main(page).getByRole('heading', { level: 2 });
  const apart = (await edges(heading)).top - (await edges(page.locator('main form'))).top;
  expect(Math.abs(apart)).toBeLessThanOrEqual(8);
  const half = (await page.locator('main .split').boundingBox())?.width ?? 0;
  expect((await page.locator('main form').boundingBox())?.width).toBeGreaterThan(half / 2);
});

for (const name of ['osense', 'waterhandler', 'zstudy', 'travis'] as const)
  test(`${name} says what it costs second, within ten phone screens less three @full`, async ({ page }) => {
    await openLive(page, pages[name].path);
    const headings = main(page).getByRole('heading', { level: 2 });
    await expect(headings.nth(1)).toHaveText(productWords.costs.heading);
    expect((await edges(headings.nth(1))).top).toBeLessThanOrEqual(1920);
    await expect.poll(() => pageHeight(page)).toBeLessThanOrEqual(4480);
    for (const seen of [page.getByText(/^From K[\d,]+ /), page.getByRole('link', { name: quote })])
      expect((await edges(seen.first())).bottom).toBeLessThanOrEqual(smallPhone.height);
  });

test('the cards on Home stand side by side with their prices, and the hero names a price @full', async ({
  page,
}) => {
  await openLive(page, pages.home.path);
  expect((await edges(page.getByRole('link', { name: /^Prices from K/ }))).bottom).toBeLessThan(
    smallPhone.height,
  );
  const cards = page.locator('.product-cards > li');
  await expect(cards.filter({ hasText: /From K[\d,]+ / })).toHaveCount(4);
  expect((await edges(cards.nth(1))).top).toBe((await edges(cards.nth(0))).top);
});

test("the hero's traces pass behind nothing that is read or pressed @full", async ({ page }) => {
  for (const width of [360, 768, 992, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await openLive(page, pages.home.path);
    const crossed = await page.evaluate(() => {
      const boxes = (selector: string) =>
        [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect());
      const words = boxes('.hero-words :is(h1, p, a)');
      const touches = (a: DOMRect, b: DOMRect) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      return boxes('.hero-scene path').filter((trace) => words.some((word) => touches(trace, word))).length;
    });
    expect(crossed, `at ${width} px`).toBe(0);
  }
});

test('the first vacancy is near the top of Career, with its pay and closing day @full', async ({ page }) => {
  await openLive(page, pages.career.path);
  const first = page
    .getByRole('listitem')
    .filter({ has: applyLinks(page) })
    .first();
  expect((await edges(first)).top).toBeLessThanOrEqual(720);
  await expect(first).toContainText(/K[\d,]+ .* a month/);
  await expect(first).toContainText('Closes on');
  const more = await edges(first.getByRole('link', { name: /^Read More/ }));
  const apply = await edges(applyLinks(page).first());
  expect(more.top, 'both links stand in one line').toBeLessThan(apply.bottom);
  expect(apply.top).toBeLessThan(more.bottom);
});

test('a picture in the press list is lower than its text on a phone @full', async ({ page }) => {
  await openLive(page, mediaListPath('press'));
  const first = main(page).getByRole('listitem').first();
  await expect(first.getByRole('heading')).toBeVisible();
  const all = await edges(first);
  const picture = await edges(first.locator('img'));
  expect(picture.bottom - picture.top).toBeLessThan((all.bottom - all.top) / 3);
});

test('the first screen of Investor has an address, a phone number and a figure @full', async ({ page }) => {
  await openLive(page, pages.investor.path);
  for (const name of [company.adminEmail, company.phones[0], /^kits in schools/])
    expect((await edges(main(page).getByRole('link', { name }).first())).bottom).toBeLessThan(
      smallPhone.height,
    );
  await expect(page.getByRole('link', { name: 'Email Us' })).toHaveCount(1);
});

test('the groups of the footer are folded on a phone, and open on a wider screen @full', async ({ page }) => {
  await openLive(page, pages.contact.path);
  const footer = page.getByRole('contentinfo');
  const career = footer.getByRole('link', { name: 'Career' });
  await expect(career).toBeHidden();
  await footer.getByRole('heading', { name: 'Quick Link' }).click();
  await expect(career).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const link of ['Career', "O'Sense", 'Investor', 'LinkedIn'])
    await expect(footer.getByRole('link', { name: link })).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the groups of the footer stand open on a phone, too @full', async ({ page }) => {
    await page.goto(pages.contact.path);
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Career' })).toBeVisible();
  });
});
