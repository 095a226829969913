import type { Page } from '@playwright/test';

import { alertWords } from '#src/content/alerts.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { applyPath, pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, submitForm, thanks, untilLive } from '../kit/page.ts';

test.use({ viewport: { width: 360, height: 740 }, expectedErrors: [failedRequest] });

const scrolled = (page: Page) => page.evaluate(() => scrollY);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('"Follow your application" opens at its top, from far down in a list', async ({ page }) => {
  await openLive(page, pages.career.path);
  await page.getByRole('link', { name: 'Apply Now' }).last().click();
  await fillApplication(page, { Email: `${crypto.randomUUID()}@example.com` });
  await submitForm(page);
  const follow = thanks(page).getByRole('link', { name: outcomeWords.follow });
  await expect(follow).toBeVisible();
  expect(await scrolled(page)).toBeGreaterThan(200);
  await follow.click();
  await expect(heading(page)).toHaveText(pages.application.title);
  await expect(page.getByRole('button', { name: /^Withdraw/ })).toBeVisible();
  expect(await scrolled(page)).toBe(0);
});

test('a link to a place on another page ends at that place, which comes after the page', async ({ page }) => {
  // Without alerts, the site offers its newsletter.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await openLive(page, pages.saved.path);
  // The offer comes when it is near.
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('main').getByRole('link', { name: alertWords.newsletter }).click();
  await expect(heading(page)).toHaveText(pages.mediaRoom.title);
  await expect(page.locator('#newsletter')).toBeInViewport();
});

test('a damaged place is none: the page is shown', async ({ page }) => {
  await openLive(page, `${pages.privacy.path}#%`);
  await expect(heading(page)).toHaveText(pages.privacy.title);
});

/** Each page with a form: where it is, how it is filled, and whose code makes it live. */
const forms = {
  application: {
    path: applyPath('embedded-firmware-engineer'),
    fill: (page: Page) => fillApplication(page),
    code: '/assets/application-form-',
  },
  subscription: {
    path: pages.mediaRoom.path,
    fill: async (page: Page) => {
      await page.getByLabel('Full name').fill('Mutinta Banda');
      await page.getByLabel('Email').fill('mutinta@example.com');
    },
    code: '/assets/field-',
  },
};

for (const [name, { path, fill, code }] of Object.entries(forms))
  test(`once the page is marked as live, the app takes what is sent, also on a dead line: ${name}`, async ({
    page,
    app,
  }) => {
    const { promise: until, resolve: letItCome } = Promise.withResolvers<void>();
    app.line.always('GET', code, { until });
    const asked = page.waitForRequest((request) => request.url().includes(code));
    await page.goto(path, { waitUntil: 'commit' });
    await asked;
    await fill(page);
    // Everything else is loaded, and the app is idle.
    await page.waitForLoadState('load');
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(page.locator('html[data-live]')).not.toBeAttached();
    letItCome();
    await untilLive(page);
    await app.line.down();
    await submitForm(page);
    await expect(thanks(page)).toContainText('when you are back online');
  });
