import type { Locator, Page } from '@playwright/test';

import { investor } from '#src/content/investor.ts';
import { productWords } from '#src/content/product.ts';
import { askPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';
import { company, quote } from '#src/words/site.ts';

import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';
import { applyLinks, heading, main } from './visitor.ts';

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
    const seen = [
      page.getByText(/^From K[\d,]+ /),
      main(page).getByText(/^For (?:homes|haulage|schools|startups)/),
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

test('the first screen of Career says how many vacancies are open, and what the first one pays @full', async ({
  page,
}) => {
  await openLive(page, pages.career.path);
  const items = page.getByRole('listitem').filter({ has: applyLinks(page) });
  const first = items.first();
  const count = (await items.count()) - 1;
  await expect(main(page).getByRole('heading', { level: 2 }).first()).toHaveText(
    `We Are Hiring: ${count} vacancies`,
  );
  expect((await edges(first.getByText(/K[\d,]+ .* a month/))).bottom).toBeLessThanOrEqual(smallPhone.height);
  await expect(first).toContainText('Closes on');
  await main(page).getByRole('link', { name: 'Join our Talent Community' }).click();
  await expect(items.last()).toBeInViewport();
  const more = await edges(first.getByRole('link', { name: /^Read More/ }));
  const apply = await edges(applyLinks(page).first());
  expect(more.top, 'both links stand in one line').toBeLessThan(apply.bottom);
  expect(apply.top).toBeLessThan(more.bottom);
});

test('the first screen of a vacancy has what it pays and "Apply Now" @full', async ({ page }) => {
  await openLive(page, vacancyPath('pcb-design-intern'));
  for (const one of [main(page).getByText(/K[\d,]+ .*a month/), applyLinks(page)])
    expect((await edges(one.first())).bottom).toBeLessThanOrEqual(smallPhone.height);
});

test('a picture in the press list takes less than a third of its entry on a phone @full', async ({
  page,
}) => {
  await openLive(page, mediaListPath('press'));
  const first = main(page).getByRole('listitem').first();
  await expect(first.getByRole('heading')).toBeVisible();
  const all = await edges(first);
  const picture = await edges(first.locator('img'));
  expect(picture.bottom - picture.top).toBeLessThan((all.bottom - all.top) / 3);
});

test('the first screen of Investor has a button to write, a phone number and a figure with its source @full', async ({
  page,
}) => {
  await openLive(page, pages.investor.path);
  const link = (name: string | RegExp) => main(page).getByRole('link', { name }).first();
  for (const name of [investor.contact.write, company.phones[0], /^Source/])
    expect((await edges(link(name))).bottom).toBeLessThan(smallPhone.height);
  // A phone number is never broken.
  await page.setViewportSize({ width: 120, height: 640 });
  for (const phone of await page.locator('a[href^="tel:"]').all())
    expect(await phone.evaluate((one) => one.getClientRects().length)).toBeLessThanOrEqual(1);
  await expect(page.getByRole('link', { name: 'Email Us' })).toHaveCount(1);
});

test('a photo, which has sources, stands where its drawing stood @full', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openLive(page, pages.team.path);
  const drawing = main(page).getByRole('img').first();
  const before = await edges(drawing);
  await drawing.evaluate((img) => {
    const picture = document.createElement('picture');
    img.replaceWith(picture);
    picture.append(document.createElement('source'), document.createElement('source'), img);
  });
  expect(await edges(drawing)).toEqual(before);
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
