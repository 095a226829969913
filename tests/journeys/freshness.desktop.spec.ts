import { connectCalls, pages, vacancyPath } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { expect, test } from '../kit/journey.ts';
import { openLive, untilReady } from '../kit/page.ts';
import { openVacancy } from '../kit/vacancy.ts';
import { heading, main, untilStored } from './visitor.ts';

test.use({ server: {} });

test.describe('with a saved list', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a vacancy that is newer than the list is "not found" only if a response says so', async ({
    app: { dataDir, line },
    page,
  }) => {
    await openLive(page, pages.career.path);
    await untilReady(page);
    await untilStored(page);
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    line.always('GET', connectCalls.jobList, { until });
    await openVacancy(dataDir, 'Pump Fitter');
    await openLive(page, vacancyPath('pump-fitter'));
    await expect.poll(() => line.seen.filter((one) => one.endsWith(connectCalls.jobList)).length).toBe(2);
    await expect(main(page).locator('[aria-busy=true]')).toBeVisible();
    await expect(heading(page)).toHaveText(titles.vacancy);
    answer();
    await expect(heading(page)).toHaveText('Pump Fitter');
    await expect(page.getByText('You test valves.')).toBeVisible();
  });
});

test('a page that Back takes from the HTTP cache requests its data again @full', async ({
  app: { dataDir },
  page,
}) => {
  await openLive(page, pages.career.path);
  await page.goto(pages.csr.path);
  await openVacancy(dataDir, 'Pump Fitter');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Pump Fitter' })).toBeVisible();
});
