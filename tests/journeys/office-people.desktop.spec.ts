import { officePaths } from '#server/office-paths.ts';
import { answers } from '#src/content/answers.ts';

import { expect } from '../kit/journey.ts';
import { applicant, enter, expectPage, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a vacancy is drafted, opened and applied for by sixteen, who are sorted and answered; then it is closed', async ({
  page,
  company,
}) => {
  await enter(page, company);
  await page.goto(officePaths.vacancies);
  await page.getByRole('link', { name: 'Write a vacancy' }).click();
  await page.getByLabel('Title').fill('Fitter');
  await page.getByLabel('Type').fill('full-time');
  await page.getByLabel('Text (Markdown)').fill('You fit.');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('A draft: it is not on the site.')).toBeVisible();
  await expectPage(page, 'Fitter');
  await page.getByRole('link', { name: 'Check and open…' }).click();
  await page.getByRole('button', { name: 'Open the vacancy' }).click();
  await expectPage(page, 'Fitter');

  const secrets: string[] = [];
  for (let number = 1; number <= 16; number += 1) {
    const data = {
      ...applicant,
      name: `Testfield ${number}`,
      email: `t${number}@example.com`,
      job: 'fitter',
    };
    const answer = await page.request.post('/connect/v1/job-apply', { data });
    secrets.push(((await answer.json()) as { secret: string }).secret);
  }
  await page.reload();
  await page.getByRole('link', { name: 'New 16' }).click();
  await page.getByRole('link', { name: 'Testfield 1', exact: true }).click();
  await expect(page.getByText('1 of 16 new')).toBeVisible();
  for (const [number, press] of [
    [1, 'Shortlist'],
    [2, 'Close'],
    [3, 'Read, decide later'],
  ] as const) {
    await expectPage(page, `Testfield ${number}`);
    await page.getByRole('button', { name: press, exact: true }).click();
    await expect(page.getByRole('status')).toContainText(`Back to Testfield ${number}`);
  }
  await expectPage(page, 'Testfield 4');
  await page.getByRole('link', { name: 'Write an answer' }).click();
  await page.getByRole('link', { name: 'Not this time' }).click();
  await expectPage(page, 'Answer Testfield 4');
  await page.getByRole('button', { name: 'See the email' }).click();
  await expectPage(page, 'To Testfield 4');
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByRole('status')).toHaveText('The email waits to be sent.');
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/sent today, /)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.goto(`/application#${secrets[3]}`);
  await expect(page.getByText(answers.no.text.split('\n\n')[2] ?? '')).toBeVisible();

  await page.goto(officePaths.vacancy('fitter'));
  await page.getByRole('link', { name: 'Close…' }).click();
  await expectPage(page, 'Close Fitter');
  await page.getByRole('button', { name: 'Check' }).click();
  await expectPage(page, 'To 13 people');
  await page.getByRole('button', { name: 'Close and answer 13 people' }).click();
  await expect(page.getByRole('status')).toHaveText('Closed.');
  await expect(page.getByText(/of 14 answers sent/)).toBeVisible();
  await expectPage(page, 'Fitter');
});
