import type { Locator, Page } from '@playwright/test';

import { pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';
import { heading, screens } from './visitor.ts';

const menus = {
  Inside: ['whoWeAre', 'team', 'investor', 'career', 'award', 'csr'],
  Subsidiaries: ['osense', 'waterhandler', 'zstudy', 'travis'],
} as const;

const linkTo = (nav: Locator, page: keyof typeof pages) => nav.locator(`a[href="${pages[page].path}"]`);
const expectOpen = (button: Locator) => expect(button).toHaveAttribute('aria-expanded', 'true');
const expectClosed = (button: Locator) => expect(button).toHaveAttribute('aria-expanded', 'false');

/** Returns the main navigation, expanded on a small screen. */
async function openNavigation(page: Page, isMobile: boolean) {
  await openLive(page, pages.home.path);
  const nav = page.getByRole('navigation', { name: 'Main' });
  const [menu, inside, subsidiaries] = ['Menu', 'Inside', 'Subsidiaries'].map((name) =>
    nav.getByRole('button', { name }),
  ) as [Locator, Locator, Locator];
  if (isMobile) {
    await expect(nav.getByRole('link', { name: 'Contact' })).toBeHidden();
    await menu.click();
  }
  return { nav, menu, inside, subsidiaries };
}

for (const [screen, options] of Object.entries(screens))
  test.describe(screen, () => {
    test.use(options);

    test('I find each page in the menus, and only one is open at a time', async ({ page, isMobile }) => {
      const { nav, menu, inside, subsidiaries } = await openNavigation(page, isMobile);
      for (const link of ['Home', 'Media Center', 'Contact'])
        await expect(nav.getByRole('link', { name: link, exact: true })).toBeVisible();
      for (const [name, targets] of Object.entries(menus)) {
        const button = nav.getByRole('button', { name });
        await button.click();
        await expectOpen(button);
        for (const target of targets) await expect(linkTo(nav, target)).toBeVisible();
        await expect(nav.locator(`#menu-${name.toLowerCase()} img`)).toBeVisible({ visible: !isMobile });
        await expectNoFindings(page);
      }
      await expectClosed(inside);
      await subsidiaries.click();
      await expectClosed(subsidiaries);
      await expect(linkTo(nav, 'osense')).toBeHidden();
      await inside.click();
      // On a phone the menu fills the screen.
      if (!isMobile) {
        await page.mouse.click(1276, 796);
        await expectClosed(inside);
        await inside.click();
      }
      await linkTo(nav, 'career').click();
      await expect(heading(page)).toHaveText(titles.career);
      await expect(linkTo(nav, 'team')).toBeHidden();
      await expectClosed(isMobile ? menu : inside);
      if (isMobile) return;
      await test.step('an open menu shows its picture on a tablet, too', async () => {
        await page.setViewportSize({ width: 768, height: 1024 });
        await menu.click();
        await inside.click();
        const picture = nav.locator('#menu-inside img');
        await expect(picture).toBeVisible();
        for (const width of [768, 991]) {
          await page.setViewportSize({ width, height: 1024 });
          expect((await picture.boundingBox())?.height).toBe(321);
        }
      });
    });

    test('a menu can be opened, walked through and closed by keyboard', async ({ page, isMobile }) => {
      const { nav, menu, inside, subsidiaries } = await openNavigation(page, isMobile);
      await inside.press('Enter');
      await expectOpen(inside);
      await page.keyboard.press('Tab');
      await expect(linkTo(nav, 'whoWeAre')).toBeFocused();
      await page.keyboard.press('Escape');
      await expectClosed(inside);
      await expect(inside).toBeFocused();
      await subsidiaries.press('Space');
      for (const target of menus.Subsidiaries) {
        await page.keyboard.press('Tab');
        await expect(linkTo(nav, target)).toBeFocused();
      }
      await page.keyboard.press('Tab');
      await expectClosed(subsidiaries);
      if (!isMobile) return;
      await page.keyboard.press('Escape');
      await expectClosed(menu);
      await expect(menu).toBeFocused();
    });
  });
