import { expect, type Page, test } from '@playwright/test';

import { connectCalls, mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { countedLine } from '../../bench/counted-line.ts';
import { expectNoFindings } from '../../support/axe.ts';
import { startDevice, untilKept, untilReady } from '../../support/device.ts';
import { fillForm, outbox, pressSubmit, thanks } from '../../support/forms.ts';
import { expectLive } from '../../support/live-page.ts';
import { firstEntryRoutes } from '../../support/routes.ts';
import { countedBytes, deleteButton, openSaved, part } from '../../support/saved-page.ts';
import { startSite } from '../../support/site.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

const readable = 'You can read this without a connection';
const phone = { width: 360, height: 740 };

async function visitHome(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilReady(page);
}

/** The page's figure for this visit, and what came through the line, once both stand still. */
async function compare(page: Page, line: { bytes: () => number; url: string }): Promise<void> {
  await openSaved(page, line.url);
  await expect
    .poll(async () => Math.abs((await countedBytes(page)) / line.bytes() - 1), { timeout: 30_000 })
    .toBeLessThan(0.03);
  await openSaved(page, line.url);
  const shown = await part(page, 'What it takes').getByText('This visit').locator('xpath=..').textContent();
  const kilobytes = Number(/(\d+) KB/.exec(shown ?? '')?.[1]);
  expect(Math.abs((kilobytes * 1_000) / line.bytes() - 1), `${kilobytes} KB of ${line.bytes()}`).toBeLessThan(
    0.03,
  );
}

test('after one visit the page says what can be read, and what it cost, within 3 % of what came', async () => {
  await using site = await startSite();
  const line = await countedLine(Number(new URL(site.url).port));
  await using device = await startDevice();
  const page = device.page();
  await page.setViewportSize(phone);
  await visitHome(page, line.url);
  await compare(page, line);
  const list = part(page, readable);
  await expect(list.getByText(/^Lists: 1$/)).toBeVisible();
  await expect(list.getByRole('listitem').filter({ hasText: /Career \(7, saved/ })).toBeVisible();
  await expect(list.getByText(/^Pages: \d\d$/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.saved.title);
  await expectNoFindings(page);
  line.cut();
  await openSaved(page, line.url);
  await expect(part(page, 'Take the articles along').getByRole('status')).toContainText('You are offline');
  await list.getByRole('link', { name: 'Career' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.career.title);
});

test('after much reading it still counts within 3 %, and lists every article that is here', async () => {
  await using site = await startSite();
  const { article, vacancy } = await firstEntryRoutes(site.url);
  const line = await countedLine(Number(new URL(site.url).port));
  await using device = await startDevice();
  const page = device.page();
  await visitHome(page, line.url);
  const read = [pages.mediaRoom.path, mediaListPath('blog'), article.path, vacancy.path, pages.team.path];
  for (const path of [...read, ...read]) {
    await page.goto(line.url + path);
    await expectLive(page);
    await page.waitForLoadState('networkidle');
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Career' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pages.career.title);
  await compare(page, line);
  const list = part(page, readable);
  await expect(list.getByText('Lists: 3')).toBeVisible();
  await list.getByText('Articles: 24').click();
  await expect(list.getByRole('link', { name: article.title })).toBeVisible();
  line.cut();
});

test('who opened Home once reads the vacancies on the bus, and applies', async () => {
  await using site = await startSite();
  const { vacancy } = await firstEntryRoutes(site.url);
  await using device = await startDevice();
  const page = device.page();
  await page.setViewportSize(phone);
  await visitHome(page, site.url);
  await site.stop();
  await page.goto(site.url + pages.career.path);
  await page.getByRole('main').locator(`a[href="${vacancy.path}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(vacancy.title);
  // The cleaner of html came with no article yet: every word is there all the same.
  await expect(page.getByText('Friday afternoons for your own board')).toBeVisible();
  await page.goto(site.url + vacancy.path);
  await page.getByRole('link', { name: /Apply Now/ }).click();
  await fillForm(page, 'apply', 'bus@example.com');
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toContainText('when you are back online');
  await thanks(page).getByRole('button', { name: 'Close' }).click();
  await outbox(page).click();
  await page.getByRole('dialog', { name: 'Outbox' }).getByRole('link', { name: pages.saved.title }).click();
  await expect(part(page, 'Not sent yet').getByRole('listitem')).toContainText(vacancy.title);
});

test('"Save all articles" says its price before, keeps all, and can be stopped', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  await visitHome(page, weather.url);
  await openSaved(page, weather.url);
  const save = page.getByRole('button', { name: /^Save all articles/ });
  for (let visit = 0; visit < 2; visit += 1) {
    await expect(save).toHaveText(/, about [34]\d KB$/);
    await openSaved(page, weather.url);
  }
  await page.waitForLoadState('networkidle');
  expect(weather.seen.filter((seen) => /^GET .*\/media-room\/(?:press|blog)/.test(seen))).toEqual([]);
  let release = () => {};
  weather.next('GET', connectCalls.mediaList('blog'), {
    until: new Promise((resolve) => (release = resolve)),
  });
  await save.click();
  const status = part(page, 'Take the articles along').getByRole('status');
  await expect(status).toContainText('Saving: 12 articles so far.');
  await page.getByRole('button', { name: 'Stop' }).click();
  release();
  await expect(status).toContainText('Stopped');
  await save.click();
  await expect(status).toHaveText('24 articles can be read without a connection.');
  await expect(part(page, readable).getByText('Articles: 24')).toBeVisible();
  await weather.down();
  const path = mediaDetailPath('first-four-layer-board');
  await page.goto(weather.url + path);
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
  const save = page.getByRole('button', { name: /^Save all articles, about/ });
  await save.waitFor();
  weather.always('GET', connectCalls.mediaList('blog'), 'cut');
  await save.click();
  const status = part(page, 'Take the articles along').getByRole('status');
  await expect(status).toContainText('Not all could be saved');
  await expect(status).toContainText('12 articles can be read');
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

test('where everything is deleted the button stays, and says that there is nothing', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await visitHome(page, site.url);
  await openSaved(page, site.url);
  await deleteButton(page).click();
  await expect(page.getByText('Nothing is saved here.')).toBeVisible();
  await expect(deleteButton(page)).toBeEnabled();
});
