import type { Page } from '@playwright/test';

import { officePaths } from '#server/office-paths.ts';

import type { Company } from '../kit/company.ts';
import { expect } from '../kit/journey.ts';
import { enter, expectPage, test } from './office.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** One of each: an application, an enquiry, an article, a vacancy, a newsletter, an invitation; returns their pages. */
async function fillOffice(page: Page, company: Company): Promise<string[]> {
  const post = async (path: string, form: Record<string, string>) =>
    new URL((await page.request.post(path, { form })).url()).pathname;
  const vacancy = { name: 'Solderer', type: 'full-time', source: 'Text', closesAt: '2999-01-01' };
  const paths = [
    await post(officePaths.vacancy('new'), vacancy),
    await post(officePaths.article('new'), { type: 'press', title: 'News', source: 'Text' }),
    await post(officePaths.letter('new'), { subject: 'News', source: 'Text' }),
    await post(officePaths.people, { email: 'editor@hcs.example', role: 'editor' }),
  ];
  await page.goto(`${paths[0]}/open`);
  await expectPage(page, 'Open Solderer');
  await page.getByRole('button', { name: 'Open the vacancy' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Solderer');
  await company.applied('solderer', [{ name: 'Filled Testfield' }]);
  await page.request.post('/connect/v1/enquiry', {
    data: { name: 'Asking Testfield', email: 'asking@example.com', about: 'ZStudy', message: 'A question' },
  });
  await page.request.post('/connect/v1/subscribe', { data: { name: 'Reader', email: 'reader@example.com' } });
  for (const [list, name] of [
    [officePaths.applications, 'Filled Testfield'],
    [officePaths.enquiries, 'Asking Testfield'],
    [officePaths.people, 'editor@hcs.example'],
  ] as const) {
    await page.goto(list);
    const link = page.getByRole('main').getByRole('link', { name });
    paths.push((await link.first().getAttribute('href')) ?? '');
  }
  const application = paths.find((path) => path.startsWith(officePaths.applications))?.split('?')[0];
  const [ofVacancy] = paths;
  const enquiry = paths.find((path) => path.startsWith(officePaths.enquiries));
  paths.push(`${application}/answer`, `${enquiry}/answer`, `${ofVacancy}/edit`, `${ofVacancy}/close`);
  return paths;
}

test('each page fits a phone, has no finding and one primary button', async ({ page, company }) => {
  await page.goto(await company.invited());
  await expectPage(page, 'Welcome');
  await enter(page, company);
  const paths = [...(await fillOffice(page, company)), officePaths.publish('news')];
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
    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: title }).click();
    await expectPage(page, title);
  }
  for (const path of [
    ...paths,
    officePaths.vacancy('new'),
    officePaths.article('new'),
    officePaths.letter('new'),
  ]) {
    await page.goto(path);
    await expectPage(page);
  }
  await page.goto(officePaths.subscribers);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Remove those ticked…' }).click();
  await expectPage(page, 'Remove 1 person?');
});
