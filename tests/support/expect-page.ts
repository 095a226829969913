import { expect, type Page } from '@playwright/test';

import type { Route } from './routes.ts';

/** The page of a route is shown: address, title, and that title as its only h1. */
export async function expectPage(page: Page, { title, path }: Route): Promise<void> {
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  expect(new URL(page.url()).pathname).toBe(path);
}
