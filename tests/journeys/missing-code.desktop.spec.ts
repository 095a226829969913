import type { Page, Route } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { applyNow, expect, test, untilAllIsHere } from '../support/first-visit.ts';
import { fillForm, pressSubmit, thanks } from '../support/forms.ts';
import { countLoads, expectLive } from '../support/live-page.ts';
import { storedAddresses } from '../support/stored.ts';

test.use({ expectedErrors: [/Failed to load resource/] });
test.setTimeout(240_000);

const footerLink = (page: Page, { path }: { path: string }) =>
  page.getByRole('contentinfo').locator(`a[href="${path}"]`).first();

test('a first visit whose line is cut before the form is here says so, and opens it once there is an answer', async ({
  page,
  line,
  site,
}) => {
  // The form's code and what keeps applications; the page itself comes alive.
  await page.route(/assets\/(?:application-form|status-bar|outbox)-/, (route) => route.abort());
  await page.goto(pages.career.path);
  await expectLive(page);
  await line.down();
  await applyNow(page);
  const missing = page.getByRole('dialog', { name: 'The form could not be loaded' });
  await expect(missing).toContainText('by email');
  await page.unroute(/assets\/(?:application-form|status-bar|outbox)-/);
  await line.up();
  await missing.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\?apply=1$/);
  await untilAllIsHere(page);
  await fillForm(page, 'apply', 'form-late@example.com');
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toContainText('It has arrived');
  expect(storedAddresses(site.dataDir, 'applications')).toContain('form-late@example.com');
});

test('a newsletter whose code is missing is told, loses nothing, and goes as a plain form once there is an answer', async ({
  page,
  line,
  site,
}) => {
  await page.route(/assets\/(?:subscribing|status-bar|outbox)-/, (route) => route.abort());
  await page.goto(pages.mediaRoom.path);
  await expectLive(page);
  await fillForm(page, 'subscribe', 'plain@example.com');
  await line.down();
  await pressSubmit(page, 'subscribe');
  await expect(page.getByRole('alert')).toContainText('this was not sent');
  await expect(page.getByLabel('Email')).toHaveValue('plain@example.com');
  await line.up();
  await pressSubmit(page, 'subscribe');
  await expect(page).toHaveURL(pages.thanks.path);
  expect(storedAddresses(site.dataDir, 'subscribers')).toContain('plain@example.com');
});

test('a page whose app could not be fetched starts anew at a press once the server answers, and not over typed text', async ({
  page,
}) => {
  const app = '**/assets/entry-client-*.js';
  await page.route(app, (route) => route.abort());
  await page.goto(pages.mediaRoom.path, { waitUntil: 'load' });
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('button').first();
  await page.getByLabel('Full name').fill('Mutinta');
  await page.unroute(app);
  await menu.click();
  await expect(page.getByLabel('Full name')).toHaveValue('Mutinta');
  await page.getByLabel('Full name').fill('');
  await menu.click();
  await expectLive(page);
  // Each document of the tab may: the app did run.
  await page.route(app, (route) => route.abort());
  const noted = page.waitForEvent('console', (message) => message.text().includes('No app.'));
  await page.goto(pages.privacy.path, { waitUntil: 'load' });
  await noted;
  await page.unroute(app);
  // As while the server is being started anew.
  const privacy = `**${pages.privacy.path}`;
  await page.route(privacy, (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  const refused = page.waitForResponse(privacy);
  await menu.click();
  await refused;
  await expect(page).toHaveTitle(pages.privacy.title);
  await page.unroute(privacy);
  await menu.click();
  await expectLive(page);
});

test("a gateway's page in the place of the style sheet is no style sheet: the app starts once there is one", async ({
  page,
}) => {
  const sheet = '**/assets/entry-client-*.css';
  await page.route(sheet, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sign in</h1>' }));
  const noted = page.waitForEvent('console', (message) => message.text().includes('No app.'));
  await page.goto(pages.privacy.path);
  await noted;
  await page.unroute(sheet);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button').first().click();
  await expectLive(page);
});

test('where the status bar could not be fetched the next page brings it', async ({ page }) => {
  const code = '**/assets/outbox-*.js';
  await page.route(code, (route) => route.abort());
  const noted = page.waitForEvent('console', (message) => message.text().includes('A part is missing'));
  await page.goto(pages.privacy.path);
  await expectLive(page);
  await noted;
  await page.unroute(code);
  const loads = countLoads(page);
  await footerLink(page, pages.team).click();
  await expect(page.locator('.status-bar')).toBeAttached();
  await expect(page).toHaveTitle(pages.team.title);
  expect(loads()).toBe(1);
});

for (const [what, end] of [
  ['comes', (route: Route) => route.continue()],
  ['fails', (route: Route) => route.abort()],
] as const)
  test(`a page whose code ${what} late pulls nobody back who has gone elsewhere`, async ({ page }) => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/assets/award-*.js', async (route) => {
      await answered;
      await end(route);
    });
    await page.goto(pages.privacy.path);
    await untilAllIsHere(page);
    await footerLink(page, pages.team).click();
    await expect(page).toHaveTitle(pages.team.title);
    await footerLink(page, pages.award).click();
    await page.goBack();
    await expect(page).toHaveTitle(pages.privacy.title);
    const loads = countLoads(page);
    // Whoever leaves by a document asks for it first.
    const ended = page.waitForResponse(what === 'comes' ? '**/assets/award-*.js' : `**${pages.award.path}`);
    answer();
    await ended;
    await footerLink(page, pages.csr).click();
    await expect(page).toHaveTitle(pages.csr.title);
    await page.goBack();
    await expect(page).toHaveTitle(pages.privacy.title);
    expect(loads()).toBe(0);
  });

test('a link that was touched in a dead spot still leads to its page once there is an answer', async ({
  page,
  line,
}) => {
  await page.goto(pages.home.path);
  await untilAllIsHere(page);
  const link = page.getByRole('contentinfo').getByRole('link', { name: pages.career.title, exact: true });
  const failed = page.waitForEvent('requestfailed', (request) => /assets\/career-/.test(request.url()));
  await line.down();
  await link.hover();
  await failed;
  await link.click();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
  await expect(page).toHaveTitle(pages.home.title);
  await line.up();
  await link.click();
  await expect(page).toHaveTitle(pages.career.title);
  await expect(page.getByRole('link', { name: 'Apply Now' }).first()).toBeVisible();
});
