import type { Page } from '@playwright/test';

import { expectNoFindings } from '../kit/axe.ts';
import type { Company } from '../kit/company.ts';
import { test as base, expect } from '../kit/journey.ts';
import { type Hand, signIn } from '../kit/office-steps.ts';

/** `test` on the company's own site. */
export const test = base.extend({
  app: ({ shared, company }, use) => use({ ...shared, url: company.url, takeLog: company.takeLog }),
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

/** Checks what holds on every office page. */
export async function expectPage(page: Page, title: string | RegExp = /./): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  const { width, words, primary, small, touching } = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll('.btn, summary')];
    const shown = buttons.filter((one) => one.checkVisibility({ visibilityProperty: true }));
    const boxes = shown
      .filter((one) => one.matches('.btn'))
      .map((one) => ({ name: one.textContent, box: one.getBoundingClientRect() }));
    const isNear = (one: DOMRect, other: DOMRect) =>
      one !== other &&
      Math.max(one.left, other.left) < Math.min(one.right, other.right) + 4 &&
      Math.max(one.top, other.top) < Math.min(one.bottom, other.bottom) + 4;
    return {
      touching: boxes
        .filter(({ box }) => boxes.some((other) => isNear(box, other.box)))
        .map(({ name }) => name),
      width: document.documentElement.scrollWidth,
      words: document.querySelector('main')?.textContent,
      primary: document.querySelectorAll('.btn-primary').length,
      small: shown.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
    };
  });
  expect(width).toBeLessThanOrEqual(360);
  expect(words).not.toMatch(/\d{4}-\d\d-\d\d|Mozilla/);
  expect(primary).toBeLessThanOrEqual(1);
  expect(small).toEqual([]);
  expect(touching).toEqual([]);
}

/** Call it once for each template; in dark colours only for templates that together show all components. */
export async function expectLook(page: Page, title?: string, isDarkToo = false): Promise<void> {
  await expectPage(page, title);
  await expectNoFindings(page, { isDarkToo });
}
