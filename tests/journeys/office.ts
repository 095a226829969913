import type { Page } from '@playwright/test';

import { expectNoFindings } from '../kit/axe.ts';
import { type Company, startCompany } from '../kit/company.ts';
import { test as base, expect } from '../kit/journey.ts';
import { type Hand, signIn } from '../kit/office-steps.ts';

export const test = base.extend<object, { company: Company }>({
  company: [
    async ({ browserName: _browser }, use) => {
      await using company = await startCompany();
      await use(company);
    },
    { scope: 'worker' },
  ],
  app: ({ shared, company }, use) => use({ ...shared, url: company.url }),
});

export const enter = (page: Page, company: Company) => signIn(handOf(page), company);

export async function signOut(page: Page): Promise<void> {
  await page.getByText('Menu', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Office' }).getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
}

export function handOf(page: Page): Hand {
  const named = (selector: string, hasText: string) =>
    page.locator(selector).filter({ hasText, visible: true }).first();
  return {
    goto: async (path) => void (await page.goto(path)),
    click: (selector, name) => named(selector, name).click(),
    fill: (label, text) => page.getByLabel(label).fill(text),
    see: (selector, name) => expect(named(selector, name)).toBeVisible(),
    untilSaid: (words) =>
      expect(async () => {
        await page.reload();
        await expect(page.getByRole('main')).toContainText(words, { timeout: 1_000 });
      }).toPass(),
  };
}

/** What every page of the office promises. */
export async function expectPage(page: Page, title: string | RegExp = /./): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const visible = await page.getByRole('main').textContent();
  expect(visible).not.toMatch(/\d{4}-\d\d-\d\d|Mozilla/);
  expect(await page.locator('.btn-primary').count()).toBeLessThanOrEqual(1);
  const isSmall = (element: Element) => element.getBoundingClientRect().height < 44;
  for (const button of await page.locator('.btn, summary').filter({ visible: true }).all())
    expect([await button.textContent(), await button.evaluate(isSmall)]).toEqual([expect.any(String), false]);
  await expectNoFindings(page);
}
