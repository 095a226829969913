import type { Page } from '@playwright/test';

import { members } from '#src/content/team.ts';
import { pages } from '#src/paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';

// Colours are measured where nothing moves.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** By Tab no element of the page behind an open dialog is reached. */
async function expectFocusInside(page: Page): Promise<void> {
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab');
    const isBehind = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    );
    expect(isBehind, 'the focus left the dialog').toBe(false);
  }
}

test("the founder's message opens and closes by either Close, a click beside it and Escape", async ({
  page,
}) => {
  await openLive(page, pages.home.path);
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: 'Close' });
  for (const leave of [
    () => close.nth(0).click(),
    () => close.nth(1).click(),
    () => page.mouse.click(2, 2),
    () => page.keyboard.press('Escape'),
  ]) {
    await page.getByRole('main').getByText('Read More').first().click();
    await expect(dialog).toBeVisible();
    await expect(close).toHaveCount(2);
    await leave();
    await expect(dialog).toBeHidden();
    await expect(page.locator(':focus')).toContainText('Read More');
  }
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await expectFocusInside(page);
  await expectNoFindings(page);
});

test("a member's dialog shows the whole description, and stays when I press beside it", async ({ page }) => {
  await openLive(page, pages.team.path);
  const member = members[members.length - 1] as (typeof members)[number];
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: member.name }) });
  const dialog = page.getByRole('dialog', { name: member.name });
  await card.getByText('Read More').click();
  await expect(dialog).toContainText(member.position);
  await expect(dialog).toContainText(member.description);
  await expect(dialog.locator(`a[href="${member.profile}"]`)).toBeVisible();
  await expectNoFindings(page);
  await page.mouse.click(2, 2);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog).toBeHidden();
  await expect(card.locator(':focus')).toContainText('Read More');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
