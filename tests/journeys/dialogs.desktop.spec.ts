import { saved } from '#src/content/saved.ts';
import { members } from '#src/content/team.ts';
import { mediaListPath, pages } from '#src/paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';

// Animations would change the measured colours.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test("the founder's message and a member's dialog close by either Close and Escape, only the first by a click beside", async ({
  page,
}) => {
  const [member] = members;
  const readMore = page.getByRole('main').getByText('Read More').first();
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: 'Close' });
  for (const { path } of [pages.home, pages.team])
    await test.step(path, async () => {
      await openLive(page, path);
      for (const leave of [
        () => close.nth(0).click(),
        () => close.nth(1).click(),
        () => page.keyboard.press('Escape'),
      ]) {
        await readMore.click();
        await expect(close).toHaveCount(2);
        await leave();
        await expect(dialog).toBeHidden();
        await expect(page.locator(':focus')).toContainText('Read More');
        // The app is notified by an event after the browser has closed the dialog.
        await expect(page.locator('dialog form')).toHaveCount(0);
      }
      await page.keyboard.press('Enter');
      await expectNoFindings(page);
      for (let step = 0; step < 6; step += 1) {
        await page.keyboard.press('Tab');
        await expect(
          page.locator(':focus:not(body, dialog, dialog *)'),
          'the focus left the dialog',
        ).toHaveCount(0);
      }
      await page.mouse.click(2, 2);
      await expect(dialog).toBeVisible({ visible: path === pages.team.path });
    });
  for (const words of [member?.name, member?.position, member?.description])
    await expect(dialog).toContainText(words ?? '');
  await expect(dialog.locator(`a[href="${member?.profile}"]`)).toBeVisible();
});

test('a dialog gives the focus back to its button where a press focuses nothing, as in Safari', async ({
  page,
}) => {
  await openLive(page, pages.saved.path);
  const opener = page.getByRole('button', { name: saved.delete.button });
  await opener.evaluate((button: HTMLButtonElement) => button.click());
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('the focus is on the page where what had it goes, and stays on a button that is busy', async ({
  page,
}) => {
  await test.step('search', async () => {
    await openLive(page, mediaListPath('press'));
    await page.getByLabel('Search Article').fill('water');
    await page.keyboard.press('Enter');
    const whole = page.getByRole('link', { name: 'Show the whole list' });
    await expect(whole).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await whole.press('Enter');
    await expect(whole).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
  });
  await test.step('what is saved', async () => {
    await openLive(page, pages.saved.path);
    const save = page.getByRole('button', { name: saved.articles.button });
    await save.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: /article/ })).toBeVisible();
    await expect(save).toBeEnabled();
    await expect(save).toBeFocused();
  });
});
