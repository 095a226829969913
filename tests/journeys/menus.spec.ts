import type { Locator, Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { untilLive } from '../kit/page.ts';

// Colours are measured where nothing moves.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const menus = {
  Inside: ['whoWeAre', 'team', 'investor', 'career', 'award', 'csr'],
  Subsidiaries: ['osense', 'waterhandler', 'zstudy', 'travis'],
} as const;

/** The main navigation, unfolded where the screen is small. */
async function openNavigation(page: Page): Promise<Locator> {
  await page.goto(pages.home.path);
  await untilLive(page);
  const nav = page.getByRole('navigation', { name: 'Main' });
  const menu = nav.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) {
    await expect(nav.getByRole('link', { name: 'Contact' })).toBeHidden();
    await menu.click();
  }
  return nav;
}

const linkTo = (nav: Locator, page: keyof typeof pages) => nav.locator(`a[href="${pages[page].path}"]`);
const isOpen = (button: Locator) => expect(button).toHaveAttribute('aria-expanded', 'true');
const isClosed = (button: Locator) => expect(button).toHaveAttribute('aria-expanded', 'false');

test('I find each page in the menus, one open at a time, and what I follow closes them', async ({
  page,
  isMobile,
}) => {
  const nav = await openNavigation(page);
  const menu = nav.getByRole('button', { name: 'Menu' });
  const inside = nav.getByRole('button', { name: 'Inside' });
  const subsidiaries = nav.getByRole('button', { name: 'Subsidiaries' });
  for (const link of ['Home', 'Media Center', 'Contact'])
    await expect(nav.getByRole('link', { name: link, exact: true })).toBeVisible();
  for (const [name, targets] of Object.entries(menus)) {
    const button = nav.getByRole('button', { name });
    await button.click();
    await isOpen(button);
    for (const target of targets) await expect(linkTo(nav, target)).toBeVisible();
    const picture = nav.locator(`#menu-${name.toLowerCase()} img`);
    if (isMobile) await expect(picture).toBeHidden();
    else await expect(picture).toHaveJSProperty('complete', true);
    await expectNoFindings(page);
  }
  await isClosed(inside);
  await subsidiaries.click();
  await isClosed(subsidiaries);
  await expect(linkTo(nav, 'osense')).toBeHidden();
  await inside.click();
  await linkTo(nav, 'career').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.career.title);
  await isClosed(inside);
  await expect(linkTo(nav, 'team')).toBeHidden();
  if (isMobile) {
    await isClosed(menu);
    await menu.click();
  }
  await inside.click();
  await expect(linkTo(nav, 'team')).toBeVisible();
  await page.mouse.click(5, (page.viewportSize()?.height ?? 0) - 5);
  await isClosed(inside);
});

test('by keyboard a menu opens, Tab goes through its links and closes it, Escape gives the focus back', async ({
  page,
  isMobile,
}) => {
  const nav = await openNavigation(page);
  const inside = nav.getByRole('button', { name: 'Inside' });
  const subsidiaries = nav.getByRole('button', { name: 'Subsidiaries' });
  await inside.press('Enter');
  await isOpen(inside);
  await page.keyboard.press('Tab');
  await expect(linkTo(nav, 'whoWeAre')).toBeFocused();
  await page.keyboard.press('Escape');
  await isClosed(inside);
  await expect(inside).toBeFocused();
  await subsidiaries.press('Space');
  for (const target of menus.Subsidiaries) {
    await page.keyboard.press('Tab');
    await expect(linkTo(nav, target)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await isClosed(subsidiaries);
  if (!isMobile) return;
  await page.keyboard.press('Escape');
  const menu = nav.getByRole('button', { name: 'Menu' });
  await isClosed(menu);
  await expect(menu).toBeFocused();
});
