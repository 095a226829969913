import { officePaths } from '#server/office/office-paths.ts';

import { expect } from '../kit/journey.ts';
import { enter, expectLook, expectPage, handOf, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

// The email's document has no icon.
test.use({ expectedErrors: [/favicon\.ico/] });

test('a newsletter is written, tested and sent to all subscribers @full', async ({ page, company }) => {
  const { untilSaid } = handOf(page);
  await company.addReaders(['one@example.com', 'two@example.com']);
  await enter(page, company);
  await page.goto(officePaths.newsletters);
  await expectPage(page, 'Newsletter');
  await page.getByRole('link', { name: 'Write a newsletter' }).click();
  await page.getByLabel('Subject').fill('News of November');
  await page.getByLabel('Introduction').fill('Dear readers, this is **our month**.');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectPage(page, 'News of November');
  await page.getByRole('link', { name: 'See the email' }).click();
  await expect(page.getByText('our month', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unsubscribe' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.goBack();
  await page.getByRole('button', { name: 'Send…' }).click();
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expectLook(page, 'News of November');
  await untilSaid(/Send to \d+ people/);
  await expectLook(page, 'News of November');
  await page.getByRole('button', { name: /^Send to \d+ people$/ }).click();
  await expect(page.getByText('Sending has started.')).toBeVisible();
  await expectLook(page, 'News of November', true);
  await untilSaid(/(\d+) of \1 sent\./);
  await expectPage(page, 'News of November');
});
