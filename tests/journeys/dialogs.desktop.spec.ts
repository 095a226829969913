import { members } from '#src/content/team.ts';
import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';

test.describe('the founder message', () => {
  test.beforeEach(async ({ page }) => {
    await openLive(page, pages.home.path);
  });

  for (const [place, index] of [
    ['top', 0],
    ['bottom', 1],
  ] as const) {
    test(`opens from "Read More" and closes by "Close" at its ${place}`, async ({ page }) => {
      const opener = page.getByRole('main').getByText('Read More').first();
      await opener.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(2);
      await dialog.getByRole('button', { name: 'Close' }).nth(index).click();
      await expect(dialog).toBeHidden();
      await expect(page.locator(':focus')).toContainText('Read More');
    });
  }

  test('closes with Escape, keeps the focus inside while open and gives it back', async ({ page }) => {
    await page.getByRole('main').getByText('Read More').first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      const inPage = await page.evaluate(
        () => document.activeElement !== document.body && document.activeElement?.closest('dialog') === null,
      );
      expect(inPage).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.locator(':focus')).toContainText('Read More');
  });

  test('can be opened again after it was closed', async ({ page }) => {
    for (let time = 0; time < 3; time += 1) {
      await page.getByRole('main').getByText('Read More').first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  });
});

test.describe('the team', () => {
  test.beforeEach(async ({ page }) => {
    await openLive(page, pages.team.path);
  });

  test('shows six leaders with photo, position, profile and a shortened description', async ({ page }) => {
    expect(members).toHaveLength(6);
    for (const member of members) {
      const card = page
        .getByRole('main')
        .locator('li, article')
        .filter({
          has: page.getByRole('heading', { name: member.name }),
        });
      await expect(card).toContainText(member.position);
      await expect(card.locator(`a[href="${member.profile}"]`)).toBeVisible();
      await expect(card).toContainText('…');
      await expect(card).not.toContainText(member.description.slice(211));
      await expect(card.getByText('Read More')).toBeVisible();
    }
  });

  test('"Read More" shows the whole description of the member beside it', async ({ page }) => {
    for (const member of members) {
      const card = page
        .getByRole('main')
        .locator('li, article')
        .filter({ has: page.getByRole('heading', { name: member.name }) });
      await card.getByText('Read More').click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading')).toContainText(member.name);
      await expect(dialog).toContainText(member.position);
      await expect(dialog).toContainText(member.description);
      await expect(dialog.locator(`a[href="${member.profile}"]`)).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).first().click();
      await expect(dialog).toBeHidden();
      await expect(card.locator(':focus')).toContainText('Read More');
    }
  });

  test('the dialog stays when the visitor presses beside it, and goes with Escape', async ({ page }) => {
    await page.getByRole('main').getByText('Read More').first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.mouse.click(2, 2);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  test('three advisors stand below', async ({ page }) => {
    const board = page.getByRole('main').locator('section').filter({ hasText: 'Advisory Board' }).last();
    await expect(board.getByRole('heading', { level: 3 })).toHaveCount(3);
    await expect(board.getByRole('link')).toHaveCount(3);
  });
});
