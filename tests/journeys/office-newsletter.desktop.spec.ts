import type { Locator, Page } from '@playwright/test';

import { officePaths } from '#server/office-paths.ts';

import { expect } from '../kit/journey.ts';
import { enter, expectPage, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

const readers = Array.from({ length: 30 }, (_, number) => `reader${number}@example.com`);

/** Looks again until something is there. */
async function lookAgainFor(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    if (!(await wanted.isVisible()))
      await page.getByRole('link', { name: 'Look again' }).click({ timeout: 1_000 });
    await expect(wanted).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

const sendToAll = (page: Page) => page.getByRole('button', { name: /^Send to \d+ people$/ });

test.describe('an email', () => {
  // The email is a document without an icon.
  test.use({ expectedErrors: [/favicon\.ico/] });

  test('a newsletter is written, tested and sent to all, once each', async ({ page, company }) => {
    await company.addReaders(readers);
    await enter(page, company);
    await page.goto(officePaths.newsletter);
    await expectPage(page, 'Newsletter');
    await page.getByRole('link', { name: 'Write a newsletter' }).click();
    await page.getByLabel('Subject').fill('News of November');
    await page.getByLabel('Opening words').fill('Dear readers, this is **our month**.');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectPage(page, 'News of November');
    await page.getByRole('link', { name: 'See the email' }).click();
    await expect(page.getByText('our month', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Unsubscribe' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.goBack();
    await page.getByRole('button', { name: 'Send…' }).click();
    company.mail.mails.length = 0;
    await page.getByRole('button', { name: 'Send me a test' }).click();
    await expectPage(page, 'News of November');
    await lookAgainFor(page, sendToAll(page));
    expect(company.mail.mails.map(({ to }) => to[0])).toEqual(['boss@hcs.example']);
    await expectPage(page, 'News of November');
    const count = Number(/\d+/.exec((await sendToAll(page).textContent()) ?? '')?.[0]);
    await sendToAll(page).click();
    await expect(page.getByText('The newsletter is being sent.')).toBeVisible();
    await expectPage(page, 'News of November');
    await lookAgainFor(page, page.getByText(`${count} of ${count} sent.`));
    await expectPage(page, 'News of November');
    const got = company.mail.mails.flatMap(({ to }) => to).filter((to) => readers.includes(to));
    expect(got.sort()).toEqual([...readers].sort());
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a newsletter is written and tested', async ({ page, company }) => {
    await company.addReaders(readers);
    await enter(page, company);
    await page.goto(officePaths.letter('new'));
    await page.getByLabel('Opening words').fill('Plain words');
    await page.getByRole('button', { name: 'Send…' }).click();
    await page.getByRole('button', { name: 'Send me a test' }).click();
    await lookAgainFor(page, sendToAll(page));
  });
});

test('subscribers are found by a part of their name, ticked, and removed on a page that names them', async ({
  page,
  company,
}) => {
  await company.addReaders(['thandiwe@example.com', 'mutinta@example.com']);
  await enter(page, company);
  await page.goto(officePaths.subscribers);
  await page.getByText('Search', { exact: true }).first().click();
  await page.getByLabel('Name or email').fill('tha');
  await page.getByRole('button', { name: 'Search' }).click();
  await expectPage(page, 'Subscribers');
  expect(page.url()).not.toContain('tha');
  await page.getByLabel('thandiwe@example.com').check();
  await page.getByRole('button', { name: 'Remove those ticked…' }).click();
  await expectPage(page, 'Remove 1 person?');
  await expect(page.getByRole('main')).toContainText('Reader, thandiwe@example.com');
  await page.getByRole('button', { name: 'Remove 1' }).click();
  await expect(page.getByRole('status')).toHaveText('Removed.');
  await expect(page.getByText('thandiwe@example.com')).toHaveCount(0);
});
