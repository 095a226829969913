import { officePaths } from '#server/office/office-paths.ts';

import { expect } from '../kit/journey.ts';
import { enter, expectPage, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('a button says how many rows are chosen, and they are deleted together @full', async ({
  page,
  company,
}) => {
  for (const name of ['Prize One', 'Prize Two', 'Honest']) {
    const enquiry = {
      name,
      email: 'prize@example.com',
      phone: '',
      about: 'Prizes',
      message: `${name} writes.`,
    };
    const { status } = await fetch(`${company.url}/connect/v1/enquiry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(enquiry),
    });
    expect(status).toBe(201);
  }
  await enter(page, company);
  await page.goto(officePaths.enquiries);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tick = (name: string) => page.getByLabel(`Choose ${name}`);
  await expect(button('Delete those chosen…')).toBeVisible();
  await tick('Prize One').check();
  await expect(button('Delete the 1 chosen…')).toBeVisible();
  await tick('Honest').check();
  await tick('Prize Two').check();
  await expect(button('Delete the 3 chosen…')).toBeVisible();
  await tick('Honest').uncheck();
  await button('Delete the 2 chosen…').click();
  await expectPage(page, 'Delete 2 enquiries?');
  await expect(page.getByRole('main')).toContainText(/Prize (?:One|Two).*Prize (?:One|Two)/s);
  await page.goBack();
  await expect(tick('Prize One')).toBeChecked();
  await button('Delete the 2 chosen…').click();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByLabel('Choose Honest')).toBeVisible();
  await expect(tick('Prize One')).toHaveCount(0);
});
