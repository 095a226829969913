import type { Page } from '@playwright/test';

import { askPath, connectCalls, pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { chromiumFlags, requireChromium } from '../kit/chromium.ts';
import { expect, test } from '../kit/journey.ts';
import { fillEnquiry, openLive, outbox, stored, submitForm, thanks } from '../kit/page.ts';
import { button, heading } from './visitor.ts';

// The headless shell has no back/forward cache, and Playwright turns it off.
test.use({
  launchOptions: {
    executablePath: requireChromium(),
    args: chromiumFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** Goes back, and expects the document that was left. `page.goBack` waits for a load. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => history.back()).catch(() => undefined);
  await expect(heading(page)).toHaveText(titles.ask);
  expect(await page.evaluate(() => Reflect.get(window, 'isSame'))).toBe(true);
}

for (const [when, isAnsweredAway] of [
  ['after the return', false],
  ['meanwhile', true],
] as const)
  test(`a form left for another page during its request is posted once, and tells its answer that comes ${when} @full`, async ({
    app: { line, posts },
    page,
  }) => {
    await openLive(page, askPath('osense'));
    await page.evaluate(() => Reflect.set(window, 'isSame', true));
    await fillEnquiry(page);
    const answer = line.hold('POST', connectCalls.enquiry);
    await submitForm(page);
    await expect.poll(() => posts().length).toBe(1);
    await openLive(page, pages.privacy.path);
    if (isAnsweredAway) answer();
    await comeBack(page);
    if (!isAnsweredAway) {
      await expect(button(page, 'Please Wait')).toBeVisible();
      await expect(page.getByLabel('Message')).toHaveValue('How much is it?');
      answer();
    }
    await expect(thanks(page)).toBeVisible();
    await button(thanks(page), 'Close').click();
    await expect(page.getByLabel('Message')).toHaveValue('');
    await expect(outbox(page)).toBeHidden();
    expect(await stored(page)).toEqual([]);
    expect(posts()).toHaveLength(1);
  });
