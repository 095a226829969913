import { members } from '#src/content/team.ts';
import { pages } from '#src/paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, test } from '../kit/journey.ts';
import { openLive } from '../kit/page.ts';

// Colours are measured where nothing moves.
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
