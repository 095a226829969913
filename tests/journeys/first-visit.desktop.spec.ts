import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { expect, test } from '../support/first-visit.ts';
import { fillForm, outbox, posts, pressSubmit, type Request, storedAs, thanks } from '../support/forms.ts';
import { expectLive } from '../support/live-page.ts';
import { storedAddresses } from '../support/stored.ts';
import type { Weather } from '../support/weather.ts';

test.use({ expectedErrors: [/Failed to load resource/] });
test.setTimeout(60_000);

/** Every script of a kept-alive page is here: nothing is fetched any more. */
async function untilAllIsHere(page: Page): Promise<void> {
  await expectLive(page);
  await page.waitForLoadState('networkidle');
}

type Form = { request: Request; open: (page: Page) => Promise<void>; toForm: (page: Page) => Promise<void> };

const applyNow = (page: Page) => page.getByRole('button', { name: 'Apply Now' }).first().click();

async function toVacancy(page: Page): Promise<void> {
  await page.goto(pages.career.path);
  const path = await page
    .getByRole('link', { name: /^Read More about/ })
    .first()
    .getAttribute('href');
  await page.goto(path ?? '');
}

const forms: Record<string, Form> = {
  'the application from the list': {
    request: 'apply',
    open: async (page) => void (await page.goto(pages.career.path)),
    toForm: applyNow,
  },
  "the application from the vacancy's page": { request: 'apply', open: toVacancy, toForm: applyNow },
  'the newsletter': {
    request: 'subscribe',
    open: async (page) => void (await page.goto(pages.mediaRoom.path)),
    // It is a part of the page: no dialog to open.
    toForm: async () => undefined,
  },
};

/** Told, kept, listed; and once the line is back, stored once. */
async function expectKeptAndSentOnce(page: Page, line: Weather, email: string, stored: () => string[]) {
  await expect(thanks(page)).toContainText('when you are back online');
  await thanks(page).getByRole('button', { name: 'Close' }).click();
  await outbox(page).click();
  await expect(page.getByRole('dialog', { name: 'Outbox' })).toContainText(email);
  await page.keyboard.press('Escape');
  await line.up();
  await expect(outbox(page)).toBeHidden({ timeout: 40_000 });
  expect(stored().filter((address) => address === email)).toEqual([email]);
}

type Cut = (form: Form, page: Page, line: Weather, email: string) => Promise<void>;

const cuts: Record<string, Cut> = {
  'once the form is open': async ({ request, toForm }, page, line, email) => {
    await toForm(page);
    await line.down();
    await fillForm(page, request, email);
  },
  'once the first key is typed': async ({ request, toForm }, page, line, email) => {
    await toForm(page);
    await page.getByLabel(request === 'apply' ? 'First name' : 'Full name').press('M');
    await line.down();
    await fillForm(page, request, email);
  },
  'at the press': async ({ request, toForm }, page, line, email) => {
    await toForm(page);
    await fillForm(page, request, email);
    await line.down();
  },
};

for (const [number, [name, form]] of Object.entries(forms).entries()) {
  const { request, open, toForm } = form;

  for (const [step, [when, cut]] of Object.entries(cuts).entries())
    test(`a first visit that loses its line ${when}: ${name} is kept, listed, and sent once`, async ({
      page,
      line,
      site,
    }) => {
      const email = `form-${number}-step-${step}@example.com`;
      await open(page);
      await untilAllIsHere(page);
      await cut(form, page, line, email);
      await pressSubmit(page, request);
      await expectKeptAndSentOnce(page, line, email, () => storedAddresses(site.dataDir, storedAs[request]));
    });

  test(`a first visit that loses the answer while sending: ${name} is stored once`, async ({
    page,
    line,
    site,
  }) => {
    const email = `form-${number}-sending@example.com`;
    await open(page);
    await untilAllIsHere(page);
    await toForm(page);
    await fillForm(page, request, email);
    // Always, because Chromium itself repeats a POST that a kept-alive connection lost.
    line.always('POST', posts[request], 'cut');
    await pressSubmit(page, request);
    await expect(thanks(page)).toContainText('when you are back online');
    line.clear();
    await expect(outbox(page)).toBeHidden({ timeout: 40_000 });
    const stored = storedAddresses(site.dataDir, storedAs[request]);
    expect(stored.filter((one) => one === email)).toEqual([email]);
  });
}

test('a first visit whose line is cut before the form is here says so, and opens it once there is an answer', async ({
  page,
  line,
  site,
}) => {
  // The form's code and what keeps applications; the page itself comes alive.
  await page.route(/assets\/(?:apply-dialog|status-bar|outbox)-/, (route) => route.abort());
  await page.goto(pages.career.path);
  await expectLive(page);
  await line.down();
  await applyNow(page);
  const missing = page.getByRole('dialog', { name: 'The form could not be loaded' });
  await expect(missing).toContainText('by mail');
  await page.unroute(/assets\/(?:apply-dialog|status-bar|outbox)-/);
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
  await expect(page.getByRole('button', { name: 'Apply Now' }).first()).toBeVisible();
});

const edits: [string, (line: Weather) => Promise<void> | void][] = [
  ['at the press', (line) => line.down()],
  ['while sending', (line) => line.always('POST', posts.apply, 'cut')],
];

for (const [when, cut] of edits)
  test(`a first visit that loses its line ${when}: an edit in the outbox waits, and is sent once`, async ({
    page,
    line,
    site,
  }) => {
    const email = `edited-${when.replaceAll(' ', '-')}@example.com`;
    await page.goto(pages.career.path);
    await untilAllIsHere(page);
    await applyNow(page);
    await fillForm(page, 'apply', `mis${email}`);
    line.always('POST', posts.apply, { status: 422, delay: 2_000 });
    await pressSubmit(page, 'apply');
    await expect(page.getByRole('button', { name: 'Please Wait' })).toBeVisible();
    await page.keyboard.press('Escape');
    await outbox(page).click();
    const list = page.getByRole('dialog', { name: 'Outbox' });
    await list.getByRole('button', { name: 'Edit' }).click();
    await list.getByLabel('Email').fill(email);
    line.clear();
    await cut(line);
    await list.getByRole('button', { name: 'Save and send' }).click();
    await expect(list).toContainText('It is sent when you are back online');
    await expect(list).toContainText(email);
    line.clear();
    if (when === 'at the press') await line.up();
    await expect(list).toContainText('Nothing is waiting', { timeout: 40_000 });
    const stored = storedAddresses(site.dataDir, 'applications').filter((one) => one.endsWith(email));
    expect(stored).toEqual([email]);
  });
