import type { Page } from '@playwright/test';

import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, pages } from '#src/paths.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import type { Line } from '../kit/line.ts';
import { fillApplication, openLive, outbox, stored, submitForm, thanks } from '../kit/page.ts';

test.use({ expectedErrors: [failedRequest] });

const form = (page: Page) => page.getByRole('dialog', { name: /^Apply for/ });

async function openForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Apply Now' }).first().click();
  await expect(form(page)).toBeVisible();
}

/** Without the worker nothing can be fetched: what tells, lists and sends has to be here already. */
async function expectListedAndSent(page: Page, line: Line, email: string): Promise<void> {
  await expect(thanks(page)).toContainText('when you are back online');
  await thanks(page).getByRole('button', { name: 'Close' }).click();
  await outbox(page).click();
  await expect(page.getByRole('dialog', { name: 'Outbox' })).toContainText(email);
  await page.keyboard.press('Escape');
  await line.up();
  await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeVisible();
  expect(line.posts.filter(({ body }) => body.includes(email))).toHaveLength(1);
}

test("a first visit that loses its line once a vacancy's form is open: the application is listed and sent", async ({
  app: { line },
  page,
}) => {
  await openLive(page, pages.career.path);
  const vacancy = page.getByRole('link', { name: /^Read More about/ }).first();
  await openLive(page, (await vacancy.getAttribute('href')) ?? '');
  await openForm(page);
  await line.down();
  await fillApplication(page);
  await submitForm(page);
  await expectListedAndSent(page, line, 'mutinta@example.com');
});

test('a first visit that loses its line after the first letter: the subscription is listed and sent', async ({
  app: { line },
  page,
}) => {
  await openLive(page, pages.mediaRoom.path);
  await page.getByLabel('Full name').press('M');
  await expect.poll(() => stored(page)).toHaveLength(1);
  await line.down();
  await page.getByLabel('Full name').fill('Mutinta Banda');
  await page.getByLabel('Email').fill('mutinta@example.com');
  await submitForm(page);
  await expectListedAndSent(page, line, 'mutinta@example.com');
});

test('a first visit that loses its line after a rejection: the application is edited, listed and sent', async ({
  app: { line },
  page,
}) => {
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  line.next('POST', connectCalls.jobApply, { status: 422, until });
  await openLive(page, pages.career.path);
  await openForm(page);
  await fillApplication(page, { Email: 'mutnta@example.com' });
  await submitForm(page);
  await expect(page.getByRole('button', { name: 'Please Wait' })).toBeVisible();
  await page.keyboard.press('Escape');
  answer();
  await expect(outbox(page)).toContainText('needs your attention');
  await line.down();
  await outbox(page).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await form(page).getByLabel('Email').fill('corrected@example.com');
  await submitForm(page);
  await expectListedAndSent(page, line, 'corrected@example.com');
});
