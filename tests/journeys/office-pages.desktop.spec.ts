import type { Locator, Page } from '@playwright/test';

import { officePaths } from '#server/office/office-paths.ts';

import type { Company } from '../kit/company.ts';
import { expect } from '../kit/journey.ts';
import { closeFor, openFor, sortAndAnswer } from '../kit/office-steps.ts';
import { enter, expectLook, expectPage, handOf, test } from './office.ts';

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
  return {
    hiring: [
      ...[`${vacancy}/open`, `${vacancy}/edit`, officePaths.vacancy('new')],
      ...[officePaths.enquiry(enquiry.id), `${officePaths.enquiry(enquiry.id)}/answer`],
    ],
    publishing: [
      ...[officePaths.article('new'), article, `${article}/publish`],
      await post(officePaths.newsletter('new'), { subject: 'News', source: 'Text' }),
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

test('a vacancy is drafted and opened, its sixteen applicants are sorted and answered, and it is closed @full', async ({
  page,
  company,
}) => {
  const look = (title: string) =>
    /^Testfield [2-4]$/.test(title)
      ? expectPage(page, title)
      : expectLook(page, title, title === 'Testfield 1');
  const hand = handOf(page);
  await enter(page, company);
  const secrets = await openFor('Fitter', hand, company, look);
  await sortAndAnswer(hand, secrets, look);
  // Those who are shortlisted stay open.
  await closeFor('Fitter', hand, 13, look);
});

test.describe('with an email, whose document has no icon', () => {
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
});
