import type { Page } from '@playwright/test';

import { career } from '#src/content/career.ts';
import * as ui from '#src/content/interface.ts';
import { mediaRoom } from '#src/content/media-room.ts';
import { connectCalls, mediaDetailPath, pages, vacancyPath } from '#src/paths.ts';
import { titles } from '#src/words/titles.ts';

import { expect, failedRequest, test } from '../kit/journey.ts';
import { openLive, untilReady } from '../kit/page.ts';
import { openVacancy } from '../kit/vacancy.ts';
import { button, heading, main, untilStored } from './visitor.ts';

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
        [mediaDetailPath('nothing'), '/media/', mediaRoom.article.back],
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
