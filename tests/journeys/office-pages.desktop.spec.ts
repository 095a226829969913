import type { Locator, Page } from '@playwright/test';

import { officePaths } from '#server/office/office-paths.ts';

import type { Company } from '../kit/company.ts';
import { expect } from '../kit/journey.ts';
import { enter, expectLook, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Fills the lists, and returns the pages that no other journey opens. */
async function fillOffice({ request }: Page, company: Company) {
  const post = async (path: string, form: Record<string, string>) =>
    new URL((await request.post(path, { form })).url()).pathname;
  const vacancy = await post(officePaths.vacancy('new'), {
    name: 'Solderer',
    type: 'full-time',
    source: 'Text',
    closesAt: '2999-01-01',
  });
  await company.applied('pcb-design-intern', [{ name: 'Filled Testfield' }]);
  await request.post('/connect/v1/enquiry', {
    data: { name: 'Asking Testfield', email: 'asking@example.com', about: 'ZStudy', message: 'A question' },
  });
  await company.addReaders(['reader@example.com']);
  const { enquiry, people } = await company.change(async ({ db }) => ({
    enquiry: await db.selectFrom('enquiries').select('id').executeTakeFirstOrThrow(),
    people: await db.selectFrom('people').select('id').execute(),
  }));
  const article = await post(officePaths.article('new'), { type: 'press', title: 'News', source: 'Text' });
  const newsletter = await post(officePaths.newsletter('new'), { subject: 'News', source: 'Text' });
  return {
    hiring: [
      ...[`${vacancy}/open`, `${vacancy}/edit`, officePaths.vacancy('new')],
      ...[officePaths.enquiry(enquiry.id), `${officePaths.enquiry(enquiry.id)}/answer`],
    ],
    publishing: [
      ...[officePaths.article('new'), article, `${article}/publish`],
      ...[newsletter, `${newsletter}/send`],
      await post(officePaths.people, { email: 'editor@hcs.example', role: 'editor' }),
      ...people.map(({ id }) => officePaths.person(id)),
    ],
  };
}

async function expectLooks(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    expect([path, (await page.goto(path))?.status()]).toEqual([path, 200]);
    await expectLook(page);
  }
}

test('each page of the menu fits a phone, passes axe and has at most one primary button @full', async ({
  page,
  company,
}) => {
  await page.goto(await company.invited());
  await expectLook(page, 'Welcome');
  await enter(page, company);
  await fillOffice(page, company);
  for (const title of [
    'Today',
    'Applications',
    'Enquiries',
    'Vacancies',
    'Articles',
    'Newsletter',
    'Subscribers',
    'People',
    'Log',
    'Your access',
  ]) {
    const top = () =>
      page.evaluate(() => scrollY + (document.querySelector('h1')?.getBoundingClientRect().top ?? 0));
    const before = await top();
    await page.getByRole('button', { name: 'Menu' }).click();
    const link = page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: title });
    await expect(link).toBeInViewport();
    // The menu lies over the page.
    expect(await top()).toBe(before);
    await link.click();
    await expectLook(page, title, ['Today', 'Applications'].includes(title));
  }
});

test('so do the pages about vacancies and enquiries @full', async ({ page, company }) => {
  await enter(page, company);
  await expectLooks(page, (await fillOffice(page, company)).hiring);
});

test('and those about articles, newsletters, subscribers and people @full', async ({ page, company }) => {
  await enter(page, company);
  await expectLooks(page, (await fillOffice(page, company)).publishing);
  await page.goto(officePaths.subscribers);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Remove selected…' }).click();
  await expectLook(page, 'Remove 1 subscriber?');
  await page.goto(officePaths.subscribers);
  await page.getByRole('link', { name: 'Add or remove addresses' }).click();
  await page.getByLabel('Addresses').fill('Listed Testfield <listed@example.com>\nreader@example.com');
  await expectLook(page, 'Add or remove addresses');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('2 rows: 1 new, 1 subscribed already.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add 1 person' })).toBeVisible();
  await expectLook(page, 'Add or remove addresses');
});

test('with text at 200 % the menu lies below its button, and columns stay wide; with forced colours the logo has its ground @full', async ({
  page,
  company,
}) => {
  await company.applied('pcb-design-intern', [{ name: 'Wide Testfield' }]);
  await enter(page, company);
  await page.goto(`${officePaths.applications}?tab=all`);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const button = page.getByRole('button', { name: 'Menu' });
  await button.click();
  const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { y: Number.NaN, height: 0 };
  const { y, height } = await boxOf(button);
  expect
    .soft((await boxOf(page.getByRole('navigation', { name: 'Office' }))).y)
    .toBeGreaterThanOrEqual(y + height);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 740 });
  const [names, words] = await page
    .locator('.office-pair')
    .first()
    .evaluate((pair) => [...pair.children].map((one) => one.getBoundingClientRect().width));
  expect.soft(words).toBeGreaterThan(names ?? Number.NaN);
  await page.emulateMedia({ forcedColors: 'active' });
  const logo = page.getByRole('banner').getByRole('img');
  await expect.soft(logo).toHaveCSS('background-color', 'rgb(11, 21, 16)');
});
