import type { Page, Request, Route } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { applyNow, expect, test, untilAllIsHere } from '../support/first-visit.ts';
import { fillForm, pressSubmit } from '../support/forms.ts';
import { countLoads, expectLive } from '../support/live-page.ts';
import { storedAddresses } from '../support/stored.ts';

test.use({ expectedErrors: [/Failed to load resource/] });
test.setTimeout(240_000);

const footerLink = (page: Page, { path }: { path: string }) =>
  page.getByRole('contentinfo').locator(`a[href="${path}"]`).first();

test('an application whose code is missing goes as a plain form', async ({ page, site }) => {
  await page.route(/assets\/application-form-/, (route) => route.abort());
  await page.goto(pages.career.path);
  await expectLive(page);
  await applyNow(page);
  await expect(page).toHaveURL(/\?apply=1$/);
  await untilAllIsHere(page);
  await fillForm(page, 'apply', 'form-late@example.com');
  await pressSubmit(page, 'apply');
  await expect(page).toHaveURL(pages.thanks.path);
  expect(storedAddresses(site.dataDir, 'applications')).toContain('form-late@example.com');
});

test('a newsletter whose code is missing goes as a plain form', async ({ page, site }) => {
  await page.route(/assets\/(?:subscribe-form|status-bar|outbox)-/, (route) => route.abort());
  await page.goto(pages.mediaRoom.path);
  await expectLive(page);
  await fillForm(page, 'subscribe', 'plain@example.com');
  await pressSubmit(page, 'subscribe');
  await expect(page).toHaveURL(pages.thanks.path);
  expect(storedAddresses(site.dataDir, 'subscribers')).toContain('plain@example.com');
});

for (const missing of ['privacy-*.js', 'entry-client-*.css'])
  test(`without ${missing} nothing hydrates, and the html goes on working`, async ({ page }) => {
    await page.route(`**/assets/${missing}`, (route) => route.abort());
    const noted = page.waitForEvent('console', (message) => message.text().includes('without it'));
    await page.goto(pages.privacy.path);
    expect((await noted).type()).toBe('warning');
    await expect(page.locator('nav[aria-label="Main"]')).not.toHaveClass(/is-live/);
    await page.getByRole('button', { name: 'Inside' }).click();
    await page.locator(`#menu-inside a[href="${pages.team.path}"]`).click();
    await expect(page).toHaveTitle(pages.team.title);
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
    const isCode = (request: Request) => /assets\/award-/.test(request.url());
    const ended =
      what === 'comes'
        ? page.waitForEvent('requestfinished', isCode)
        : page.waitForEvent('requestfailed', isCode);
    answer();
    await ended;
    await footerLink(page, pages.csr).click();
    await expect(page).toHaveTitle(pages.csr.title);
    await page.goBack();
    await expect(page).toHaveTitle(pages.privacy.title);
    expect(loads()).toBe(0);
  });

test('a link whose code cannot be had loads the document', async ({ page }) => {
  await page.route('**/assets/team-*.js', (route) => route.abort());
  await page.goto(pages.privacy.path);
  await expectLive(page);
  const loads = countLoads(page);
  await footerLink(page, pages.team).click();
  await expect(page).toHaveTitle(pages.team.title);
  expect(loads()).toBe(1);
});

test('a link that was touched in a dead spot leads to its page once the line is back', async ({
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
  await line.up();
  await link.click();
  await expect(page).toHaveTitle(pages.career.title);
  await expect(page.getByRole('link', { name: 'Apply Now' }).first()).toBeVisible();
});
