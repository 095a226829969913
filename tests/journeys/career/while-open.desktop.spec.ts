import type { Page } from '@playwright/test';

import { outcomeWords } from '#src/content/outcomes.ts';
import { applyPath, pages, vacancyPath } from '#src/paths.ts';

import { fillForm, pressSubmit, thanks } from '../../support/forms.ts';
import { expect, test } from '../../support/journey.ts';
import { openLive } from '../../support/live-page.ts';

test.use({ expectedErrors: [/Failed to load resource/] });

const post = '**/connect/v1/job-apply';
const list = '**/connect/v1/job-list';
const form = (page: Page) => page.getByRole('dialog', { name: /^Apply for/ });

test('the answer to an application that was closed neither closes nor thanks for the next one', async ({
  page,
}) => {
  let letAnswerCome = () => {};
  const answerMayCome = new Promise<void>((resolve) => {
    letAnswerCome = resolve;
  });
  await page.route(post, async (route) => {
    await answerMayCome;
    await route.continue();
  });
  await openLive(page, pages.career.path);
  const buttons = page.getByRole('link', { name: 'Apply Now' });
  await buttons.nth(0).click();
  await fillForm(page, 'apply', 'first@example.com');
  await pressSubmit(page, 'apply');
  await expect(page.getByRole('button', { name: 'Please Wait' })).toBeVisible();
  await page.keyboard.press('Escape');
  await buttons.nth(1).click();
  await page.getByLabel('First name').fill('Second');
  letAnswerCome();
  await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeVisible();
  await expect(thanks(page)).toBeHidden();
  await expect(form(page).getByLabel('First name')).toHaveValue('Second');
  await page.unroute(post);
  await fillForm(page, 'apply', 'second@example.com');
  const name = (await form(page).getByRole('heading').textContent())?.replace('Apply for ', '') ?? '';
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toHaveAccessibleName(new RegExp(name));
});

const places: [string, (page: Page, id: string) => Promise<void>][] = [
  [
    'in the list',
    async (page, id) => {
      await openLive(page, pages.career.path);
      await page.locator(`#apply-${id}`).click();
    },
  ],
  [
    "on the vacancy's page",
    async (page, id) => {
      await openLive(page, vacancyPath(id));
      await page.getByRole('link', { name: 'Apply Now' }).click();
    },
  ],
  ['in the page itself', (page, id) => openLive(page, applyPath(id))],
];

for (const [where, open] of places)
  test(`a vacancy that closes while its form is open ${where} leaves what was typed, and says so`, async ({
    page,
  }) => {
    const { payload } = await (await page.request.get('/connect/v1/job-list')).json();
    await open(page, payload[0]._id);
    await fillForm(page, 'apply', 'late@example.com');
    await page.route(list, (route) => route.fulfill({ json: { payload: [] } }));
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(form(page)).toContainText('has just left our list');
    await expect(form(page).getByLabel('Email')).toHaveValue('late@example.com');
    await page.route(post, (route) =>
      route.fulfill({ status: 422, json: { error: { details: [{ message: 'The vacancy is closed.' }] } } }),
    );
    await pressSubmit(page, 'apply');
    await expect(form(page).getByRole('alert')).toHaveText('The vacancy is closed.');
    await expect(form(page).getByLabel('Email')).toHaveValue('late@example.com');
    await page.unroute(post);
    await pressSubmit(page, 'apply');
    await expect(thanks(page)).toContainText('It has arrived');
  });
