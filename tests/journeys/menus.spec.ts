import type { Locator, Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expectPage } from '../support/expect-page.ts';
import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';

const links = {
  Inside: ['whoWeAre', 'team', 'investor', 'career', 'award', 'csr'],
  Subsidiaries: ['osense', 'waterhandler', 'zstudy', 'travis'],
} as const;

/** The main navigation, unfolded where the screen is small. */
async function openNavigation(page: Page): Promise<Locator> {
  await openLive(page, pages.home.path);
  const nav = page.getByRole('navigation', { name: 'Main' });
  const menu = nav.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  return nav;
}

test('each menu opens and closes by its button, closes the other, and links to every page of its section', async ({
  page,
}) => {
  const nav = await openNavigation(page);
  const [inside, subsidiaries] = ['Inside', 'Subsidiaries'].map((name) => nav.getByRole('button', { name }));
  for (const [name, targets] of Object.entries(links)) {
    await nav.getByRole('button', { name }).click();
    await expect(nav.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'true');
    for (const target of targets) await expect(nav.locator(`a[href="${pages[target].path}"]`)).toBeVisible();
  }
  await expect(inside as Locator).toHaveAttribute('aria-expanded', 'false');
  await subsidiaries?.click();
  await expect(subsidiaries as Locator).toHaveAttribute('aria-expanded', 'false');
  await expect(nav.locator(`a[href="${pages.osense.path}"]`)).toBeHidden();
  await inside?.click();
  await nav.locator(`a[href="${pages.whoWeAre.path}"]`).click();
  await expect(page).toHaveTitle(pages.whoWeAre.title);
  await expect(nav.locator(`a[href="${pages.team.path}"]`)).toBeHidden();
  await expect(nav.locator('button[aria-controls][aria-expanded="true"]')).toHaveCount(0);
});

test('by keyboard a menu opens, its links are reached with Tab, and Escape gives the focus back', async ({
  page,
}) => {
  const nav = await openNavigation(page);
  const inside = nav.getByRole('button', { name: 'Inside' });
  await inside.press('Enter');
  await expect(inside).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(nav.locator(`a[href="${pages.whoWeAre.path}"]`)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(inside).toHaveAttribute('aria-expanded', 'false');
  await expect(inside).toBeFocused();
  const subsidiaries = nav.getByRole('button', { name: 'Subsidiaries' });
  await subsidiaries.press('Space');
  for (const target of links.Subsidiaries) {
    await page.keyboard.press('Tab');
    await expect(nav.locator(`a[href="${pages[target].path}"]`)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(subsidiaries).toHaveAttribute('aria-expanded', 'false');
});

test('the side picture of a menu is there from medium width up, and a press beside closes the menu', async ({
  page,
  viewport,
}) => {
  const nav = await openNavigation(page);
  await nav.getByRole('button', { name: 'Inside' }).click();
  const picture = nav.locator('#menu-inside img');
  if ((viewport?.width ?? 0) < 768) {
    await expect(picture).toBeHidden();
    return;
  }
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.mouse.click(1276, 796);
  await expect(picture).toBeHidden();
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the button "Menu" unfolds and folds the navigation by touch and by Escape', async ({ page }) => {
    await openLive(page, pages.home.path);
    const nav = page.getByRole('navigation', { name: 'Main' });
    const menu = nav.getByRole('button', { name: 'Menu' });
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await expect(nav.getByRole('link', { name: 'Contact' })).toBeHidden();
    await menu.tap();
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await expect(nav.getByRole('link', { name: 'Contact' })).toBeVisible();
    await nav.getByRole('button', { name: 'Inside' }).tap();
    await nav.getByRole('link', { name: 'Career' }).tap();
    await expect(page).toHaveTitle(pages.career.title);
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await menu.tap();
    await page.keyboard.press('Escape');
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await expect(menu).toBeFocused();
  });
});

test.describe('with JavaScript off', () => {
  test.use({ javaScriptEnabled: false });

  test('the menus of the header can be reached', async ({ page }) => {
    await page.goto(pages.home.path);
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('button', { name: 'Inside' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our Teams' }).click();
    await expectPage(page, pages.team);
  });
});
