import { company } from '#src/content/company.ts';
import { pages } from '#src/paths.ts';

import { expect, test } from '../support/journey.ts';
import { openLive } from '../support/live-page.ts';

test.beforeEach(async ({ page }) => {
  await openLive(page, pages.contact.path);
});

test('two phone numbers, a mail address and the support hours stand on three cards', async ({ page }) => {
  const main = page.getByRole('main');
  for (const heading of ['Hotline', 'Email', 'Support hours'])
    await expect(main.getByRole('heading', { name: heading })).toBeVisible();
  for (const phone of company.phones)
    await expect(main.getByRole('link', { name: phone })).toHaveAttribute('href', /^tel:\+\d+$/);
  await expect(main.getByRole('link', { name: company.email })).toHaveAttribute(
    'href',
    `mailto:${company.email}`,
  );
  await expect(main).toContainText(/Mon-Fri\s*:?\s*08:00 to 17:00/);
  await expect(main).toContainText(/Sat-Sun\s*:?\s*08:00 to 13:00/);
});

test('without a key for the maps service the address and a directions link stand in for the map', async ({
  page,
}) => {
  const main = page.getByRole('main');
  await main.getByRole('heading', { name: 'Office Location' }).scrollIntoViewIfNeeded();
  await expect(main).toContainText(company.office.address);
  await expect(main.getByRole('link', { name: /directions/i })).toHaveAttribute('href', /^https:\/\//);
  await expect(main.getByText('Loading Map...')).toBeHidden();
});
