import type { Page } from '@playwright/test';

import { contact } from '#src/content/contact.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { thanks as thanksPage } from '#src/content/thanks.ts';
import { askPath, mediaListPath, pages } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { expect, test } from '../kit/journey.ts';
import { fillApplication, fillEnquiry, submitForm } from '../kit/page.ts';
import { applyLinks, button, form, heading, main, subscribe } from './visitor.ts';

// The error from a script that cannot be parsed has no stack.
test.use({ expectedErrors: [/^thrown: $/] });

/** Goes through the menus to a vacancy's form and posts it, then posts the newsletter form. */
async function postBothForms(page: Page): Promise<void> {
  await page.goto(pages.home.path);
  await page.getByRole('button', { name: 'Inside' }).click();
  await page.locator(`#menu-inside a[href="${pages.career.path}"]`).click();
  await expect(heading(page)).toHaveText(titles.career);
  await applyLinks(page).first().click();
  await expect(page).toHaveURL(/\/insider\/career\/[^?]+\?apply=1$/);
  await fillApplication(page);
  await submitForm(page);
  await expect(page).toHaveURL(pages.thanks.path);
  await expect(heading(page)).toHaveText(titles.thanks);
  await page.goto(pages.mediaRoom.path);
  await subscribe(page);
  await expect(page).toHaveURL(pages.thanks.path);
}

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test("I can read the server's content, and both forms post as they are", async ({ page, app }) => {
    await postBothForms(page);
    expect(app.posts().map(({ path }) => path)).toEqual(['/connect/v1/job-apply', '/connect/v1/subscribe']);
    await test.step('the overview, a list with its search and an article work', async () => {
      await page.goto(pages.mediaRoom.path);
      await expect(main(page).locator(':is(.card-title, .media-item) a')).toHaveCount(7);
      await page.goto(mediaListPath('press'));
      await expect(main(page).getByRole('listitem').first()).toContainText('3rd Nov 2026');
      await page.getByLabel(mediaRoom.list.search).fill('valve');
      await page.getByRole('button', { name: mediaRoom.list.searchButton }).click();
      await expect(page).toHaveURL(/\?q=valve$/);
      await page.getByRole('link', { name: 'Forty homes in Kalingalinga' }).click();
      await expect(main(page).getByRole('table')).toContainText('Homes connected');
    });
    await test.step('a button that needs the app is hidden', async () => {
      await expect(page.getByText('Share', { exact: true })).toBeHidden();
    });
    await test.step("a vacancy's form can be closed", async () => {
      await page.goto(pages.career.path);
      await applyLinks(page).first().click();
      await expect(page.getByRole('heading', { name: 'What you will do' })).toBeVisible();
      await button(form(page), 'Close').click();
      await expect(form(page)).toBeHidden();
    });
    await test.step('an enquiry ends with its own message', async () => {
      await page.goto(askPath('osense'));
      await fillEnquiry(page, { About: "O'Sense" });
      await submitForm(page);
      await expect(page).toHaveURL(pages.thanks.path);
      await expect(page.getByText(thanksPage.next.enquiry)).toBeVisible();
    });
    await test.step('the contact page does not ask me to wait for a map', async () => {
      await page.goto(pages.contact.path);
      await expect(page.getByRole('link', { name: /directions/i })).toHaveAttribute('href', /^https:/);
      await expect(page.getByText(contact.office.loading)).toHaveCount(0);
    });
  });
});

test('a browser that is too old gets none of our scripts, and one that cannot parse them posts both forms @full', async ({
  page,
  app,
}) => {
  await test.step('a browser that is too old gets none', async () => {
    await page.addInitScript(() => {
      const engine = sessionStorage.getItem('engine');
      if (engine === null) Reflect.deleteProperty(Array.prototype, 'toSorted');
      if (engine === 'iOS 16.0') Reflect.deleteProperty(window, 'CompressionStream');
    });
    for (const engine of ['older', 'iOS 16.0']) {
      await page.goto(pages.home.path, { waitUntil: 'load' });
      await expect(page.locator('head > link[rel=stylesheet]'), engine).toBeAttached();
      await expect(page.locator('head > link[rel=modulepreload]'), engine).toHaveCount(0);
      await page.evaluate(() => sessionStorage.setItem('engine', 'iOS 16.0'));
    }
    expect(app.line.seen.filter((request) => /\/assets\/.*\.js$/.test(request))).toEqual([]);
  });
  await test.step('a browser that cannot parse them posts both forms', async () => {
    await page.evaluate(() => sessionStorage.setItem('engine', 'recent'));
    await page.route('**/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'let let = } of the future' }),
    );
    const failed = page.waitForEvent('console', (message) => message.text().includes('SyntaxError'));
    await postBothForms(page);
    await failed;
  });
  expect(app.posts().map(({ key }) => key)).toEqual([undefined, undefined]);
});
