import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

/** Screens that appear only after a press: name -> path, and how to open it. */
export const openStates: Record<string, { path: string; open: (page: Page) => Promise<void> }> = {
  'menu-inside': { path: pages.home.path, open: (page) => openMenu(page, 'Inside') },
  'menu-subsidiaries': { path: pages.contact.path, open: (page) => openMenu(page, 'Subsidiaries') },
  'dialog-founder': { path: pages.home.path, open: (page) => openDialog(page, /^Read More/) },
  'dialog-team': { path: pages.team.path, open: (page) => openDialog(page, /^Read More/) },
  'dialog-apply': { path: pages.career.path, open: (page) => openDialog(page, /^Apply Now/) },
  'video-playing': { path: pages.osense.path, open: (page) => press(page, /^Play video/) },
};

async function openMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name }).click();
}

async function openDialog(page: Page, name: RegExp): Promise<void> {
  await page.locator('[aria-haspopup=dialog]').filter({ hasText: name }).first().click();
  await page.getByRole('dialog').waitFor();
}

async function press(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
}
