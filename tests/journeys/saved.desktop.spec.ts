import type { Page } from '@playwright/test';

import { applicationForm } from '#src/content/application-form.ts';
import * as ui from '#src/content/interface.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { saved } from '#src/content/saved.ts';
import { applyPath, connectCalls, mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { fillApplication, openLive, outbox, stored, submitForm, thanks, untilReady } from '../kit/page.ts';
import { button, cachedUrls, heading, main, openForm, phone, untilStored } from './visitor.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [failedRequest],
});

/** The sitemap's static pages, and the list of vacancies. */
const readable = Object.values(pages).filter(({ kind, sitemap }) => kind === 'static' && sitemap);
const readablePages = `${saved.readable.pages}: ${readable.length + 1}`;

const question = (page: Page) => page.getByRole('dialog', { name: saved.delete.question });

/** Everything that the site has stored on the device. */
async function everythingHere(page: Page) {
  const others = await page.evaluate(async () => ({
    settings: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  return { ...others, caches: await cachedUrls(page), records: await stored(page) };
}

const nothing = { caches: [], settings: [], workers: 0, records: [] };

test('after opening Home once I can read and apply offline, save all articles, and delete everything', async ({
  app: { line, posts, url },
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto(pages.home.path);
  await untilReady(page);
  await untilStored(page);
  await line.down();
  await openLive(page, pages.career.path);
  const vacancy = page.getByRole('link', { name: /^Read More about/ }).first();
  const path = (await vacancy.getAttribute('href')) ?? '';
  await vacancy.click();
  // The HTML sanitiser was stored with the site, so the full text is shown.
  await expect(page.getByText('Friday afternoons for your own projects')).toBeVisible();
  const title = (await heading(page).textContent()) ?? '';

  await line.up();
  await test.step('the page lists what can be read, and saves all articles', async () => {
    await openLive(page, pages.saved.path);
    await expect(page.getByRole('heading', { name: readablePages, exact: true })).toBeVisible();
    await expect(page.getByText(/^This site takes up about \d+\.\d MB on this device\.$/)).toBeVisible();
    await expectNoFindings(page);

    line.always('GET', connectCalls.mediaList('blog'), 'cut');
    await button(page, saved.articles.button).click();
    await expect(page.getByText(saved.articles.result(12, false))).toBeVisible();
    line.always('GET', connectCalls.mediaList('blog'), undefined);
    await button(page, saved.articles.button).click();
    await expect(page.getByText(saved.articles.result(24, true))).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Articles: 24' })).toBeVisible();
    await line.down();
    await openLive(page, mediaDetailPath('first-four-layer-board'));
    await expect(page.locator('.article-body p').first()).toBeVisible();
    await expect(page.getByText(/^Saved copy/)).toBeVisible();
  });
  await test.step('the retry link never leads to another site, whatever its address says', async () => {
    await openLive(page, `${pages.saved.path}?for=//example.com/`);
    const retry = page.getByRole('link', { name: ui.retry });
    expect(await retry.evaluate((link: HTMLAnchorElement) => link.origin)).toBe(url);
    await page.evaluate(() => history.pushState(null, '', '?for=javascript:alert(1)'));
    await expect(retry).toHaveCount(0);
  });

  await openLive(page, applyPath(path.split('/').at(-1) ?? ''));
  const form = page.getByRole('dialog', { name: `${applicationForm.heading} ${title}` });
  await expect(form).toBeVisible();
  await fillApplication(page);
  await expect.poll(async () => JSON.stringify(await stored(page))).toContain('profiles.example/mutinta');
  await page.reload();
  await expect(form.getByLabel('Profile link')).toHaveValue('https://profiles.example/mutinta');
  await submitForm(page);
  await expect(thanks(page)).toContainText(outcomeWords.offline);
  await button(thanks(page), 'Close').click();
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting');

  await openLive(page, pages.saved.path);
  await button(page, saved.delete.button).click();
  await button(question(page), saved.delete.yes).click();
  await expect(page.getByText(saved.delete.done)).toBeVisible();
  await expect(main(page)).toBeFocused();
  await expect(outbox(page)).toBeHidden();
  // Until the next page loads, the departing worker still caches what this page fetches, for example its icon.
  expect(await everythingHere(page)).toEqual({ ...nothing, caches: expect.anything() });
  await line.up();
  await openLive(page, `${pages.saved.path}?deleted`);
  await expect.poll(() => everythingHere(page)).toEqual(nothing);
  expect(posts()).toEqual([]);
});

test('"Delete everything" leaves nothing in any tab', async ({ app: { line, posts }, context, page }) => {
  await page.goto(mediaListPath('press'));
  await untilReady(page);
  await expect.poll(async () => (await everythingHere(page)).settings).toContain('deleted');
  const sending = await context.newPage();
  await openForm(sending);
  await fillApplication(sending);
  const letItArrive = line.hold('POST', connectCalls.jobApply);
  await submitForm(sending);
  await expect.poll(() => posts().length).toBe(1);

  await page.bringToFront();
  await openLive(page, pages.saved.path);
  await button(page, saved.delete.button).click();
  for (const words of ['may have reached us already', saved.delete.lost])
    await expect(question(page)).toContainText(words);
  const before = await everythingHere(page);
  expect([before.records.length, before.workers]).toEqual([1, 1]);
  await button(question(page), saved.delete.yes).click();
  await expect(page.getByText(saved.delete.done)).toBeVisible();
  letItArrive();
  for (const tab of [page, sending]) {
    await expect(tab.getByText(saved.delete.done)).toBeVisible();
    await expect(tab).toHaveURL(/\?deleted$/);
    await tab.bringToFront();
    await openLive(tab, `${pages.saved.path}?deleted`);
  }
  await expect.poll(() => everythingHere(page), 'written back').toEqual(nothing);
  await expectNoFindings(page);

  await test.step('the site works afterwards, and is stored again', async () => {
    await sending.close();
    await openLive(page, pages.csr.path);
    await untilReady(page);
    await line.down();
    await openLive(page, pages.team.path);
  });
});
