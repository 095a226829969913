import type { Locator, Page } from '@playwright/test';

import { investor } from '#src/content/investor.ts';
import { productWords } from '#src/content/product.ts';
import { askPath, pages } from '#src/paths.ts';
import { company, quote } from '#src/words/site.ts';

import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';
import { heading, main } from './visitor.ts';

const smallPhone = { width: 360, height: 640 };
test.use({ viewport: smallPhone });

async function edges(element: Locator): Promise<{ top: number; bottom: number }> {
  const { y = NaN, height = NaN } = (await element.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
}

const pageHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

const reach = (page: Page) =>
  [company.phones[0], 'WhatsApp'].map((name) => main(page).getByRole('link', { name }));

/** What a phone shows of a page before anybody scrolls. */
const shown: Record<string, (page: Page) => Locator[]> = {
  [pages.ask.path]: (page) => [...reach(page), page.getByLabel('About')],
  [askPath('waterhandler')]: (page) => [...reach(page), page.getByLabel('About')],
  [pages.career.path]: (page) => [main(page).getByText(/K[\d,]+ .* a month/)],
  [pages.investor.path]: (page) =>
    [investor.contact.write, company.phones[0], /^Source/].map((name) =>
      main(page).getByRole('link', { name }),
    ),
};

for (const [path, parts] of Object.entries(shown))
  test(`the first screen of ${path} has what its visitors come for @full`, async ({ page }) => {
    await openLive(page, path);
    for (const part of parts(page))
      expect((await edges(part.first())).bottom).toBeLessThanOrEqual(smallPhone.height);
    // A phone number is never broken.
    await page.setViewportSize({ width: 120, height: 640 });
    for (const phone of await page.locator('a[href^="tel:"]').all())
      expect(await phone.evaluate((one) => one.getClientRects().length)).toBeLessThanOrEqual(1);
  });

for (const name of ['osense', 'waterhandler', 'zstudy', 'travis'] as const)
  test(`${name} says what it costs second, within ten phone screens less three @full`, async ({ page }) => {
    await openLive(page, pages[name].path);
    const headings = main(page).getByRole('heading', { level: 2 });
    await expect(headings.nth(1)).toHaveText(productWords.costs.heading);
    expect((await edges(headings.nth(1))).top).toBeLessThanOrEqual(1920);
    await expect.poll(() => pageHeight(page)).toBeLessThanOrEqual(4480);
    const seen = [
      page.getByText(/^From K[\d,]+ /),
      main(page).getByText(/(?:^|\. )For (?:homes|haulage|schools|startups)/),
      main(page).getByText(/^(?:Not for|Wider pipes)/),
      page.getByRole('link', { name: quote }),
    ];
    for (const one of seen) expect((await edges(one.first())).bottom).toBeLessThanOrEqual(smallPhone.height);

    await test.step('printed, what is folded on a phone is there, and the address', async () => {
      await expect(main(page).locator('details p').first()).toBeHidden();
      await page.emulateMedia({ media: 'print' });
      for (const text of await main(page).locator('details p').all()) await expect(text).toBeVisible();
      await expect(page.getByRole('contentinfo').getByText(company.office.address)).toBeVisible();
    });
  });

test('the first screen of Home has a low headline and the first product; the cards name their prices @full', async ({
  page,
}) => {
  await openLive(page, pages.home.path);
  const cards = page.locator('.product-cards > li');
  await expect(cards.filter({ hasText: /From K[\d,]+ / })).toHaveCount(4);
  expect((await edges(cards.nth(1))).top).toBe((await edges(cards.nth(0))).top);
  const links = page.locator('.hero a.btn');
  await expect(links).toHaveText([quote, 'Explore More Inside HCS']);
  await expect(page.locator('.hero .btn-primary')).toHaveCount(1);
  for (const [size, highest] of [
    [smallPhone, 130],
    [{ width: 1280, height: 800 }, 230],
  ] as const) {
    await page.setViewportSize(size);
    const headline = await edges(heading(page));
    expect(headline.bottom - headline.top, `at ${size.width} px`).toBeLessThanOrEqual(highest);
    expect((await edges(links.nth(1))).top).toBe((await edges(links.nth(0))).top);
    const name = cards.first().getByRole('heading');
    expect((await edges(name)).bottom, `at ${size.width} px`).toBeLessThanOrEqual(size.height);
  }
  const fontSize = (element: Locator) =>
    element.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  expect(await fontSize(page.locator('.hero .lead'))).toBeGreaterThanOrEqual(20);
  const motto = page.getByText('Heroism is fundamentally harmonism.', { exact: true });
  expect(await fontSize(motto)).toBe(await fontSize(page.locator('body')));
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
