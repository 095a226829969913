import type { Page } from '@playwright/test';

import { career } from '#src/content/career.ts';
import * as ui from '#src/content/interface.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, mediaDetailPath, mediaListPath, pages, vacancyPath } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { publishArticle } from '../kit/article.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, outbox, submitForm, thanks, untilReady } from '../kit/page.ts';
import { openVacancy } from '../kit/vacancy.ts';
import { button, heading, list, main, pressApply, savedCopy, status, untilStored } from './visitor.ts';

test.use({ server: {}, expectedErrors: [failedRequest] });

const pending = (page: Page) => main(page).locator('[aria-busy=true]');

test.describe('with a saved list', () => {
  test.use({ serviceWorkers: 'allow' });

  test('"not found" appears only after a response that is newer than the opening of the page', async ({
    app: { dataDir, line },
    page,
  }) => {
    await openLive(page, pages.career.path);
    await untilReady(page);
    await untilStored(page);

    await test.step('a vacancy that is newer than the saved list is found', async () => {
      const { promise: until, resolve: answer } = Promise.withResolvers<void>();
      line.always('GET', connectCalls.jobList, { until });
      await openVacancy(dataDir, 'Pump Fitter');
      await openLive(page, vacancyPath('pump-fitter'));
      await expect.poll(() => line.seen.filter((one) => one.endsWith(connectCalls.jobList)).length).toBe(2);
      await expect(pending(page)).toBeVisible();
      await expect(heading(page)).toHaveText(titles.vacancy);
      answer();
      await expect(heading(page)).toHaveText('Pump Fitter');
      await expect(page.getByText('You test valves.')).toBeVisible();
      line.always('GET', connectCalls.jobList, undefined);
    });
    await test.step('a vacancy and an article that do not exist are reported as such only online', async () => {
      for (const [path, call, list] of [
        [vacancyPath('nobody'), connectCalls.jobList, career.back],
        [mediaDetailPath('nothing'), '/media/', 'Media Center'],
      ] as const) {
        await line.down();
        await openLive(page, path);
        await expect(page.getByRole('alert')).toContainText('not saved on this device');
        await expect(main(page).getByRole('link', { name: list }).last()).toBeVisible();
        await line.up();
        await expect(heading(page)).toHaveText(titles.notFound);

        line.always('GET', call, { page: 404 });
        await openLive(page, path);
        await expect(page.getByRole('alert')).toContainText('could not be loaded');
        line.always('GET', call, undefined);
        await button(page, ui.retry).click();
        await expect(heading(page)).toHaveText(titles.notFound);
      }
    });
  });

  test('a search asks the network, and reads copies only where it does not answer', async ({
    app: { dataDir, line },
    page,
  }) => {
    const press = connectCalls.mediaList('press');
    await openLive(page, mediaListPath('press'));
    await untilReady(page);
    await untilStored(page, press);
    const search = async (term: string) => {
      await page.getByLabel('Search Article').fill(term);
      await page.getByLabel('Search Article').press('Enter');
      await expect(status(page, `“${term}”`)).toBeVisible();
    };
    const found = main(page).getByRole('listitem').getByRole('heading');
    await search('valves');
    await publishArticle(dataDir, 'press', 'Quokka one');
    await search('quokka');
    await expect(found).toHaveText(['Quokka one']);
    await expect(savedCopy(page)).toBeHidden();

    await publishArticle(dataDir, 'press', 'Quokka two');
    line.always('GET', press, { page: 502 });
    await search('quokka o');
    await expect(found).toHaveText(['Quokka one']);
    await expect(savedCopy(page)).toBeVisible();
    line.always('GET', press, undefined);
    await button(page, ui.checkAgain).click();
    await expect(found).toHaveText(['Quokka two', 'Quokka one']);
    await expect(savedCopy(page)).toBeHidden();

    line.down();
    await search('quokka two');
    await expect(found).toHaveText(['Quokka two']);
    await expect(savedCopy(page)).toBeVisible();
    line.up();
    await expect(savedCopy(page)).toBeHidden();
  });

  test('a saved vacancy that has closed says so, and the thanks give the deadline', async ({
    app: { dataDir, line },
    page,
  }) => {
    await openVacancy(dataDir, 'Pump Fitter', { closesAt: '2036-03-07' });
    await openLive(page, pages.career.path);
    await untilReady(page);
    await untilStored(page);
    await line.down();
    await page.clock.setFixedTime('2036-03-08T08:00:00Z');
    await openLive(page, vacancyPath('pump-fitter'));
    await expect(page.getByText(`${career.closed} Friday, 7th March 2036`)).toBeVisible();
    await pressApply(page);
    await fillApplication(page);
    await submitForm(page);
    // Applications are accepted for a day after the vacancy closes.
    const deadline = outcomeWords.deadline('8 March at 23:59');
    await expect(thanks(page)).toContainText(deadline);
    await button(page, 'Close').click();
    await outbox(page).click();
    await expect(list(page)).toContainText(deadline);
  });
});

test('a page that Back takes from the HTTP cache requests its data again', async ({
  app: { dataDir },
  page,
}) => {
  await openLive(page, pages.career.path);
  await page.goto(pages.csr.path);
  await openVacancy(dataDir, 'Pump Fitter');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Pump Fitter' })).toBeVisible();
});
