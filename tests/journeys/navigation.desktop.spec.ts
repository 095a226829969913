import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';
import { switchWords } from '#src/words/alerts.ts';
import { descriptions, titles } from '#src/words/titles.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, goByLink, openLive, submitForm, titleAt } from '../kit/page.ts';
import { applyLinks, countLoads, heading, main, scrolled } from './visitor.ts';

test.use({ expectedErrors: [failedRequest] });

const footerLink = (page: Page, path: string) =>
  page.getByRole('contentinfo').locator(`a[href="${path}"]`).first();

test('a link opens a page at its top, and Back returns me to where I was', async ({ page }) => {
  await openLive(page, pages.home.path);
  const loads = countLoads(page);
  await test.step('the skip link comes first, and moves the focus to the content', async () => {
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(main(page)).toBeFocused();
  });
  await goByLink(page, pages.team);
  await expect(main(page)).toBeFocused();
  expect(await scrolled(page)).toBe(0);
  await expect(page.locator('[aria-live="polite"]', { hasText: titles.team })).toHaveCount(1);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', descriptions.team);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/insider\/team$/);
  await expect(footerLink(page, pages.team.path)).toHaveAttribute('aria-current', 'page');
  await page.goBack();
  await expect(heading(page)).toHaveText(titles.home);
  await expect.poll(() => scrolled(page)).toBeGreaterThan(200);
  await page.goForward();
  await expect(heading(page)).toHaveText(titles.team);
  await expect.poll(() => scrolled(page)).toBe(0);
  await test.step('every page in the footer opens without loading a document', async () => {
    for (const route of Object.values(pages)) {
      const isThere = (await footerLink(page, route.path).count()) > 0;
      if (!isThere || route === pages.contact) continue;
      await goByLink(page, route);
      await expect(page).toHaveTitle(new RegExp(`^${titleAt(route.path)}`));
    }
    expect(loads()).toBe(0);
  });
  await test.step('an address with a fragment opens at its target', async () => {
    await openLive(page, `${pages.mediaRoom.path}#newsletter`);
    await expect(page.locator('#newsletter')).toBeInViewport();
    // In a browser without push, the site offers its newsletter instead of alerts.
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
    await openLive(page, pages.saved.path);
    await main(page).getByRole('link', { name: switchWords.newsletter }).click();
    await expect(heading(page)).toHaveText(titles.mediaRoom);
    await expect(page.locator('#newsletter')).toBeInViewport();
    // Ignore a malformed fragment.
    await openLive(page, `${pages.privacy.path}#%`);
    await expect(heading(page)).toHaveText(titles.privacy);
  });
  await test.step('only the page with the map loads a document, because it has its own CSP', async () => {
    await goByLink(page, pages.contact);
    expect(loads()).toBe(4);
  });
});

test('a link whose code cannot be loaded loads the page instead @full', async ({ page }) => {
  await openLive(page, pages.privacy.path);
  await page.route('**/assets/team-*.js', (route) => route.abort());
  const loads = countLoads(page);
  await goByLink(page, pages.team);
  expect(loads()).toBe(1);
});

test('if code or the style sheet cannot be loaded, the HTML alone works', async ({ page, app }) => {
  await page.route('**/assets/application-form-*.js', (route) => route.abort());
  await openLive(page, pages.career.path);
  const failed = page.waitForEvent('console', (message) => message.text().includes('works without it'));
  await applyLinks(page).first().click();
  await expect(page).toHaveURL(/\?apply=1$/);
  await failed;
  await fillApplication(page);
  await submitForm(page);
  await expect(page).toHaveURL(pages.thanks.path);
  // The browser submitted the form itself, without a key.
  expect(app.posts().map(({ key }) => key)).toEqual([undefined]);
  await test.step('the link does not open the form even if its code could be loaded by now', async () => {
    await openLive(page, pages.career.path);
    await expect(applyLinks(page).first()).not.toHaveAttribute('aria-haspopup');
  });
  for (const missing of ['**/assets/privacy-*.js', '**/assets/entry-client-*.css'])
    await test.step(missing, async () => {
      await page.route(missing, (route) => route.abort());
      const noted = page.waitForEvent('console', (message) => message.text().includes('without it'));
      await page.goto(pages.privacy.path);
      await noted;
      await page.getByRole('button', { name: 'Inside' }).click();
      await page.locator(`#menu-inside a[href="${pages.team.path}"]`).click();
      await expect(heading(page)).toHaveText(titles.team);
      await page.unroute(missing);
    });
});
