import { follow } from '#src/content/follow.ts';
import { followPath, pages } from '#src/paths.ts';

import { expectNoFindings } from '../../support/axe.ts';
import { applyFor, expectState } from '../../support/followed.ts';
import { expect, test } from '../../support/journey.ts';
import { openLive } from '../../support/live-page.ts';

// Colours are measured where nothing moves. A wrong secret is a 404, which the browser notes as an error.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedErrors: [/404/] });

const wrong = 'A'.repeat(22);

test('the link opens the application, and another one when it is changed in the open page', async ({
  page,
  site,
}) => {
  const [one, two] = [
    await applyFor(site.url, 'one@example.com'),
    await applyFor(site.url, 'two@example.com'),
  ];
  await openLive(page, followPath(one));
  await expectState(page, 'received');
  await expectNoFindings(page);
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expectState(page, 'received');
  for (const [hash, text] of [
    [wrong, follow.notFound],
    ['cut', follow.wrongLink],
    ['', follow.noLink],
    [two, follow.states.received.text],
  ] as const) {
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
    await expect(page.getByText(text)).toBeVisible();
    await expectNoFindings(page);
  }
  await page.getByRole('button', { name: follow.withdraw, exact: true }).click();
  await expectNoFindings(page);
});

test('the link is copied, or shown where the browser copies nothing', async ({ page, site }) => {
  const secret = await applyFor(site.url, 'copy@example.com');
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('denied')) },
    });
  });
  await openLive(page, followPath(secret));
  await page.getByRole('button', { name: follow.copy }).click();
  await expect(page.getByLabel(follow.copyThis)).toHaveValue(
    `${site.url}${pages.application.path}#${secret}`,
  );
});
