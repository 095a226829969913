import { pages } from '#src/paths.ts';

import { expectNoFindings } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';

// The pages themselves: routes.desktop.spec.ts, and Lighthouse on a phone. Colours are measured where nothing moves.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds nothing in the menus, on a list with data and on the thanks, light or dark', async ({
  page,
}) => {
  for (const { path } of [pages.mediaRoom, pages.career, pages.thanks]) {
    await openLive(page, path);
    await expectNoFindings(page);
  }
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  for (const name of ['Inside', 'Subsidiaries']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-expanded', 'true');
    await expectNoFindings(page);
  }
});

test('axe finds nothing in the dialogs of founder, team and application, light or dark', async ({ page }) => {
  for (const [path, opener] of [
    [pages.home.path, 'Read More'],
    [pages.team.path, 'Read More'],
    [pages.career.path, 'Apply Now'],
  ] as const) {
    await openLive(page, path);
    await page.getByRole('main').getByText(opener).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFindings(page);
  }
});
