import type { Page } from '@playwright/test';

import { saved } from '#src/content/saved.ts';
import { members } from '#src/content/team.ts';
import { pages } from '#src/paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive, outbox, thanks } from '../kit/page.ts';
import { applyNow, button, main, status, subscribe } from './visitor.ts';

test.use({ expectedErrors: [failedRequest] });

const readMore = (page: Page) => main(page).getByText('Read More').first();
const askToDelete = (page: Page) => button(page, saved.delete.button);

/** Each dialog except those after a form: its page, its opener, the number of close controls, and whether it is static. */
const dialogs = [
  [pages.home, readMore, 2, false],
  [pages.team, readMore, 2, true],
  [pages.career, applyNow, 1, true],
  [pages.saved, askToDelete, 1, true],
  [pages.privacy, outbox, 1, false],
] as const;

test('every dialog closes as specified, and keeps the focus until then', async ({ page, app }) => {
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: 'Close' });
  app.line.always('POST', '/subscribe', { status: 503, retryAfter: 600 });
  await openLive(page, pages.mediaRoom.path);
  await subscribe(page);
  await button(thanks(page), 'Close').click();
  for (const [{ path }, openerOn, controls, isStatic] of dialogs)
    await test.step(path, async () => {
      await openLive(page, path);
      const opener = openerOn(page);
      for (let control = 0; control <= controls; control += 1) {
        await opener.click();
        await expect(close).toHaveCount(controls);
        if (control < controls) await close.nth(control).click();
        else await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(opener).toBeFocused();
        // The app is notified by an event after the browser has closed the dialog.
        await expect(page.locator('dialog form')).toHaveCount(0);
      }
      await page.keyboard.press('Enter');
      await expect(dialog).toBeVisible();
      await expectNoFindings(page);
      // The specification orders a full-size dialog on Home.
      const [box, content] = [
        await dialog.boundingBox(),
        await main(page).locator('.container').first().boundingBox(),
      ];
      expect(box?.width === content?.width, 'as wide as the content').toBe(path === pages.home.path);
      for (let step = 0; step < 10; step += 1) {
        await page.keyboard.press('Tab');
        await expect(page.locator(':focus:not(body, dialog, dialog *)'), 'outside').toHaveCount(0);
      }
      if (path === pages.team.path)
        for (const words of [members[0]?.name, members[0]?.position, members[0]?.description])
          await expect(dialog).toContainText(words ?? 'a member');
      await page.mouse.click(2, 2);
      await expect(dialog).toBeVisible({ visible: isStatic });
    });
});

test('a busy button keeps the focus, and a dialog returns it to its opener @full', async ({ page }) => {
  await test.step('it stays on "Save all articles" while that is busy', async () => {
    await openLive(page, pages.saved.path);
    const save = button(page, saved.articles.button);
    await save.press('Enter');
    await expect(status(page, 'article')).toBeVisible();
    await expect(save).toBeEnabled();
    await expect(save).toBeFocused();
  });
  await test.step('a dialog returns it to its opener even if the press did not focus it', async () => {
    await askToDelete(page).evaluate((opener: HTMLButtonElement) => opener.click());
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(askToDelete(page)).toBeFocused();
  });
});
