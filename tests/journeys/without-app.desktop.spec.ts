import type { Page } from '@playwright/test';

import { mediaListPath, pages } from '#src/paths.ts';

import { expect, test } from '../kit/journey.ts';
import { fillApplication, submitForm } from '../kit/page.ts';
import { form } from './visitor.ts';

// A script that cannot be parsed has no stack.
test.use({ expectedErrors: [/^thrown: $/] });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** From the menus to a vacancy's form, which is posted; then the newsletter's. */
async function postBothForms(page: Page): Promise<void> {
  await page.goto(pages.home.path);
  await page.getByRole('button', { name: 'Inside' }).click();
  await page.locator(`#menu-inside a[href="${pages.career.path}"]`).click();
  await expect(heading(page)).toHaveText(pages.career.title);
  await page.getByRole('link', { name: 'Apply Now' }).first().click();
  await expect(page).toHaveURL(/\/insider\/career\/[^?]+\?apply=1$/);
  await fillApplication(page);
  await submitForm(page);
  await expect(page).toHaveURL(pages.thanks.path);
  await expect(heading(page)).toHaveText(pages.thanks.title);
  await page.goto(pages.mediaRoom.path);
  await page.getByLabel('Full name').fill('Mutinta Banda');
  await page.getByLabel('Email').fill('mutinta@example.com');
  await submitForm(page);
  await expect(page).toHaveURL(pages.thanks.path);
}

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('I read what the server has, and both forms post as they are', async ({ page, app }) => {
    await postBothForms(page);
    expect(app.posts().map(({ path }) => path)).toEqual(['/connect/v1/job-apply', '/connect/v1/subscribe']);
    await test.step('overview, list with its search, article', async () => {
      await page.goto(pages.mediaRoom.path);
      await expect(page.getByRole('main').locator('.card-title a')).toHaveCount(9);
      await page.goto(mediaListPath('press'));
      await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('3rd Nov 2026');
      await page.getByLabel('Search Article').fill('valve');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page).toHaveURL(/\?q=valve$/);
      await page.getByRole('link', { name: 'Forty homes in Kalingalinga' }).click();
      await expect(page.getByRole('main').getByRole('table')).toContainText('Homes connected');
    });
    await test.step('a vacancy, whose form closes', async () => {
      await page.goto(pages.career.path);
      await page.getByRole('link', { name: 'Apply Now' }).first().click();
      await expect(page.getByRole('heading', { name: 'What you will do' })).toBeVisible();
      await form(page).getByRole('button', { name: 'Close' }).click();
      await expect(form(page)).toBeHidden();
    });
    await test.step('the map, which nobody is told to wait for', async () => {
      await page.goto(pages.contact.path);
      await expect(page.getByRole('link', { name: /directions/i })).toHaveAttribute('href', /^https:/);
      await expect(page.getByText('Loading Map...')).toHaveCount(0);
    });
  });
});

test('an engine that cannot run the app posts both forms', async ({ page, app }) => {
  await test.step('older', async () => {
    await page.addInitScript(() => {
      const engine = sessionStorage.getItem('engine');
      if (engine === null) Reflect.deleteProperty(Array.prototype, 'toSorted');
      if (engine === 'iOS 16.0') Reflect.deleteProperty(window, 'CompressionStream');
    });
    await postBothForms(page);
    await page.evaluate(() => sessionStorage.setItem('engine', 'iOS 16.0'));
    await page.goto(pages.home.path, { waitUntil: 'load' });
    await expect(page.locator('head > link[rel=stylesheet]')).toBeAttached();
    await expect(page.locator('head > link[rel=modulepreload]')).toHaveCount(0);
    expect(app.line.seen.filter((request) => /\/assets\/.*\.js$/.test(request))).toEqual([]);
  });
  await test.step('parses no script of ours', async () => {
    await page.evaluate(() => sessionStorage.setItem('engine', 'recent'));
    await page.route('**/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'let let = } of the future' }),
    );
    const failed = page.waitForEvent('console', (message) => message.text().includes('SyntaxError'));
    await postBothForms(page);
    await failed;
  });
  expect(app.posts().map(({ key }) => key)).toEqual([undefined, undefined, undefined, undefined]);
});
