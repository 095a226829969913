import { follow } from '#src/content/follow.ts';
import { shell } from '#src/content/interface.ts';
import type { ApplicationStatus } from '#src/contract/application-status.ts';
import { connectCalls, connectMount, followPath } from '#src/paths.ts';

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
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectNoFindings(page);
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await expect(page).toHaveURL(followPath(one));
  await page.reload();
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

test("a gateway's page is no word on the application", async ({ page, site }) => {
  const status: ApplicationStatus = { job: 'j', createdAt: '2026-11-22T08:00:00Z', state: 'closed' };
  const body = JSON.stringify({ payload: status });
  const secret = await applyFor(site.url, `${crypto.randomUUID()}@example.com`);
  await page.route(`**${connectMount}${connectCalls.application}`, (route) =>
    route.fulfill({ body, contentType: 'text/html' }),
  );
  await openLive(page, followPath(secret));
  await expect(page.getByRole('alert')).toContainText(follow.failed);
  await page.unrouteAll();
  await page.getByRole('button', { name: shell.retry }).click();
  await expectState(page, 'received');
});
