import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { applyNow, expect, test, untilAllIsHere } from '../support/first-visit.ts';
import { fillForm, outbox, posts, pressSubmit, type Request, storedAs, thanks } from '../support/forms.ts';
import { storedAddresses } from '../support/stored.ts';
import type { Weather } from '../support/weather.ts';

test.use({ expectedErrors: [/Failed to load resource/] });
test.setTimeout(240_000);

/** `moments`: when its line is cut; the forms of list and vacancy are one, fetched by two pages. */
type Form = {
  request: Request;
  open: (page: Page) => Promise<void>;
  toForm: (page: Page) => Promise<void>;
  moments: string[];
};

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
    moments: ['once the form is open', 'once the first key is typed', 'at the press', 'while sending'],
  },
  "the application from the vacancy's page": {
    request: 'apply',
    open: toVacancy,
    toForm: applyNow,
    moments: ['once the form is open'],
  },
  'the newsletter': {
    request: 'subscribe',
    open: async (page) => void (await page.goto(pages.mediaRoom.path)),
    // It is a part of the page: no dialog to open.
    toForm: async () => undefined,
    moments: ['once the form is open', 'at the press', 'while sending'],
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
  await expect(outbox(page)).toBeHidden({ timeout: 90_000 });
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
  const { request, open, toForm, moments } = form;

  for (const [step, [when, cut]] of Object.entries(cuts)
    .filter(([when]) => moments.includes(when))
    .entries())
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

  if (moments.includes('while sending'))
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
      await expect(outbox(page)).toBeHidden({ timeout: 90_000 });
      const stored = storedAddresses(site.dataDir, storedAs[request]);
      expect(stored.filter((one) => one === email)).toEqual([email]);
    });
}

const edits: [string, (line: Weather) => Promise<void> | void][] = [
  ['at the press', (line) => line.down()],
  ['while sending', (line) => line.always('POST', posts.apply, 'cut')],
];

for (const [when, cut] of edits)
  test(`a first visit that loses its line ${when}: what was refused is edited, waits, and is sent once`, async ({
    page,
    line,
    site,
  }) => {
    const email = `edited-${when.replaceAll(' ', '-')}@example.com`;
    await page.goto(pages.career.path);
    await untilAllIsHere(page);
    await applyNow(page);
    await fillForm(page, 'apply', `mis${email}`);
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    line.always('POST', posts.apply, { status: 422, until });
    await pressSubmit(page, 'apply');
    await expect(page.getByRole('button', { name: 'Please Wait' })).toBeVisible();
    await page.keyboard.press('Escape');
    answer();
    await outbox(page).click();
    await page.getByRole('dialog', { name: 'Outbox' }).getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Email').fill(email);
    line.clear();
    await cut(line);
    await pressSubmit(page, 'apply');
    await expect(thanks(page)).toContainText('when you are back online');
    line.clear();
    if (when === 'at the press') await line.up();
    const stored = () => storedAddresses(site.dataDir, 'applications').filter((one) => one.endsWith(email));
    await expect.poll(stored, { timeout: 90_000 }).toEqual([email]);
    await expect(outbox(page)).toBeHidden({ timeout: 90_000 });
  });
