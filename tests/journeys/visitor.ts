import { expect, type Page } from '@playwright/test';

import { applicationForm } from '#src/content/application-form.ts';
import { pages } from '#src/paths.ts';

import { openLive } from '../kit/page.ts';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
/** The open Outbox. */
export const list = (page: Page) => page.getByRole('dialog', { name: 'Outbox' });
/** The open application form. */
export const form = (page: Page) => page.getByRole('dialog', { name: applicationForm.heading });

/** Opens the form of the newest vacancy over the list. */
export async function openForm(page: Page): Promise<void> {
  await openLive(page, pages.career.path);
  await page.getByRole('link', { name: 'Apply Now' }).first().click();
  await expect(form(page)).toBeVisible();
}

/** Paths of what the caches of the device hold, by a pattern. */
export function files(page: Page, pattern: string): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const caching = (await caches.keys()).map((name) => caches.open(name));
    const lists = await Promise.all(caching.map(async (cache) => (await cache).keys()));
    const paths = lists.flat().map(({ url }) => new URL(url).pathname);
    return paths.filter((path) => RegExp(wanted).test(path));
  }, pattern);
}
