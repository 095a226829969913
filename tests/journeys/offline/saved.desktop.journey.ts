import { expect, type Page, test } from '@playwright/test';

import { saved } from '#src/content/saved.ts';
import { connectCalls, mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { expectNoFindings } from '../../support/axe.ts';
import { startDevice, untilKept, untilReady } from '../../support/device.ts';
import { fillForm, pressSubmit, thanks } from '../../support/forms.ts';
import { expectLive } from '../../support/live-page.ts';
import { firstEntryRoutes } from '../../support/routes.ts';
import { deleteButton, openSaved, part, question } from '../../support/saved-page.ts';
import { startSite } from '../../support/site.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

const readable = 'You can read this without a connection';
const phone = { width: 360, height: 740 };
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function visitHome(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilReady(page);
}

test('after one visit the page says what can be read, and how much room it takes', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.setViewportSize(phone);
  await visitHome(page, site.url);
  await untilKept(page, connectCalls.jobList);
  await openSaved(page, site.url);
  const list = part(page, readable);
  await expect(list.getByRole('heading', { name: /^Pages: 1\d$/ })).toBeVisible();
  await expect(
    part(page, saved.articles.heading).getByText(/^This site takes about \d+\.\d MB of this device\.$/),
  ).toBeVisible();
  await expect(heading(page)).toHaveText(pages.saved.title);
  await expectNoFindings(page);
  await site.stop();
  await openSaved(page, site.url);
  await list.getByRole('link', { name: pages.career.title }).click();
  await expect(heading(page)).toHaveText(pages.career.title);
});

test('it lists every article that is here', async () => {
  await using site = await startSite();
  const { article } = await firstEntryRoutes(site.url);
  await using device = await startDevice();
  const page = device.page();
  await visitHome(page, site.url);
  for (const path of [pages.mediaRoom.path, mediaListPath('blog'), article.path]) {
    await page.goto(site.url + path);
    await expectLive(page);
    await page.waitForLoadState('networkidle');
  }
  await openSaved(page, site.url);
  const list = part(page, readable);
  await expect(list.getByRole('heading', { name: 'Articles: 24' })).toBeVisible();
  await expect(list.getByRole('link', { name: article.title })).toBeVisible();
});

test('who opened Home once reads the vacancies on the bus, and applies', async () => {
  await using site = await startSite();
  const { vacancy } = await firstEntryRoutes(site.url);
  await using device = await startDevice();
  const page = device.page();
  await page.setViewportSize(phone);
  await visitHome(page, site.url);
  await untilKept(page, connectCalls.jobList);
  await site.stop();
  await page.goto(site.url + pages.career.path);
  await page.getByRole('main').locator(`a[href="${vacancy.path}"]`).first().click();
  await expect(heading(page)).toContainText(vacancy.title);
  // The sanitiser of html has come with the site: every word is there.
  await expect(page.getByText('Friday afternoons for your own board')).toBeVisible();
  await page.goto(site.url + vacancy.path);
  await expectLive(page);
  await page
    .getByRole('main')
    .getByText(/Apply Now/)
    .first()
    .click();
  await fillForm(page, 'apply', 'bus@example.com');
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toContainText('when you are back online');
  await openSaved(page, site.url);
  await deleteButton(page).click();
  await expect(question(page)).toContainText(vacancy.title);
});

test('"Save all articles" keeps all, and says how many can be read', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  await visitHome(page, weather.url);
  await openSaved(page, weather.url);
  await page.getByRole('button', { name: 'Save all articles' }).click();
  const status = part(page, 'Take the articles along').getByRole('status');
  await expect(status).toHaveText('All are saved: 24 articles can be read without a connection.');
  await expect(part(page, readable).getByRole('heading', { name: 'Articles: 24' })).toBeVisible();
  await weather.down();
  await page.goto(weather.url + mediaDetailPath('first-four-layer-board'));
  await expect(page.locator('.article-body p').first()).toBeVisible();
  await expect(page.getByText('Saved copy')).toBeVisible();
});

test('what breaks off says so, and how much is here', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  await visitHome(page, weather.url);
  await openSaved(page, weather.url);
  weather.always('GET', connectCalls.mediaList('blog'), 'cut');
  await page.getByRole('button', { name: 'Save all articles' }).click();
  await expect(part(page, 'Take the articles along').getByRole('status')).toHaveText(
    'Not all could be saved: 12 articles can be read without a connection.',
  );
});

test('offline an address that is not kept leads to what is, with a way to try again', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await visitHome(page, site.url);
  // As a browser does that is short of room.
  await page.evaluate(async (file) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) if (url.includes(file)) await cache.delete(url);
    }
  }, `${pages.team.path}.html`);
  await site.stop();
  await page.goto(`${site.url}${pages.team.path}?from=bus`);
  await expectLive(page);
  await expect(heading(page)).toHaveText(pages.saved.title);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const notSaved = part(page, 'This page is not saved on this device');
  await expect(notSaved).toContainText(`${pages.team.path}?from=bus cannot be shown`);
  await expectNoFindings(page);
  await site.start();
  await notSaved.getByRole('link', { name: 'Try again' }).click();
  await expect(heading(page)).toHaveText(pages.team.title);
  expect(new URL(page.url()).search).toBe('?from=bus');
});

test('a link to what is not saved never leads to another site', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  for (const address of ['//example.com/', '/\\example.com/', '/\t/example.com/']) {
    await openSaved(page, site.url, `?for=${encodeURIComponent(address)}`);
    const link = page.getByRole('link', { name: 'Try again' });
    expect(await link.evaluate((element: HTMLAnchorElement) => element.origin)).toBe(site.url);
  }
  await openSaved(page, site.url, `?for=${encodeURIComponent('javascript:alert(1)')}`);
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveCount(0);
});

test('an API that fails or hangs neither stops the installation nor holds it up for long', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  for (const mishap of [{ status: 502 }, 'hang', { page: 200 }] as const) {
    await using device = await startDevice();
    weather.always('GET', connectCalls.jobList, mishap);
    await visitHome(device.page(), weather.url);
    await untilKept(device.page());
  }
});
