import type { Page } from '@playwright/test';

import { advisors, members } from '#src/content/team.ts';
import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';

const opener = (page: Page) => page.getByRole('main').getByText('Read More').first();

test('the founder message opens from "Read More" and closes by either "Close" and by Escape, as often as asked', async ({
  page,
}) => {
  await openLive(page, pages.home.path);
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: 'Close' });
  for (const leave of [
    () => close.nth(0).click(),
    () => close.nth(1).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await opener(page).click();
    await expect(dialog).toBeVisible();
    await expect(close).toHaveCount(2);
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      const inPage = await page.evaluate(
        () => document.activeElement !== document.body && document.activeElement?.closest('dialog') === null,
      );
      expect(inPage, 'the focus left the dialog').toBe(false);
    }
    await leave();
    await expect(dialog).toBeHidden();
    await expect(page.locator(':focus')).toContainText('Read More');
  }
});

test('each member of the team has a card, whose "Read More" shows the whole description', async ({
  page,
}) => {
  await openLive(page, pages.team.path);
  const dialog = page.getByRole('dialog');
  for (const member of members) {
    const card = page
      .getByRole('main')
      .locator('li, article')
      .filter({ has: page.getByRole('heading', { name: member.name }) });
    await expect(card).toContainText(member.position);
    await expect(card.locator(`a[href="${member.profile}"]`)).toBeVisible();
    await expect(card).not.toContainText(member.description.slice(211));
    if (member !== members[0] && member !== members.at(-1)) continue;
    await card.getByText('Read More').click();
    await expect(dialog.getByRole('heading')).toContainText(member.name);
    await expect(dialog).toContainText(member.position);
    await expect(dialog).toContainText(member.description);
    await expect(dialog.locator(`a[href="${member.profile}"]`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toBeHidden();
    await expect(card.locator(':focus')).toContainText('Read More');
  }
  const board = page.getByRole('main').locator('section').filter({ hasText: 'Advisory Board' }).last();
  await expect(board.getByRole('heading', { level: 3 })).toHaveCount(advisors.length);
  await expect(board.getByRole('link')).toHaveCount(advisors.length);
});

test("a member's dialog stays when the visitor presses beside it, and goes with Escape", async ({ page }) => {
  await openLive(page, pages.team.path);
  await opener(page).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.mouse.click(2, 2);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
