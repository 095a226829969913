import type { Locator, Page } from '@playwright/test';

import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { saved } from '#src/content/saved.ts';
import { shareWords } from '#src/content/share.ts';
import { connectCalls, followPath, pages } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';
import * as site from '#src/words/site.ts';
import { titles } from '#src/words/titles.ts';

import { expectNoFindings } from '../kit/axe.ts';
import { expect, failedRequest, test } from '../kit/journey.ts';
import { markNewest } from '../kit/newest-application.ts';
import {
  applicantBody,
  fillApplication,
  openLive,
  stored,
  submitForm,
  thanks,
  untilReady,
} from '../kit/page.ts';
import {
  button,
  cachedUrls,
  formOpeners,
  main,
  more,
  phone,
  pressApply,
  pressMore,
  scrolled,
  untilFormLeft,
} from './visitor.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [failedRequest],
  viewport: phone,
});

const followLink = (within: Page | Locator) => within.getByRole('link', { name: outcomeWords.follow });
const saidState = (page: Page, state: keyof typeof follow.states) =>
  main(page).getByText(follow.states[state].text);
const linkOnSaved = (page: Page) => main(page).locator(`a[href^="${pages.application.path}#"]`);

async function apply(page: Page): Promise<void> {
  await openLive(page, pages.career.path);
  // Start from far down in the list.
  await pressApply(page, formOpeners(page).last());
  // Use a new email address, because the server merges identical applications.
  await fillApplication(page, { Email: `${crypto.randomUUID()}@example.com` });
  await submitForm(page);
  await expect(thanks(page)).toBeVisible();
  await untilFormLeft(page);
}

/** Applies in the page, then opens the application's page. */
async function applyAndFollow(page: Page): Promise<void> {
  await apply(page);
  await expect(followLink(thanks(page))).toBeVisible();
  expect(await scrolled(page)).toBeGreaterThan(200);
  await followLink(thanks(page)).click();
  await expect(saidState(page, 'received')).toBeVisible();
  expect(await scrolled(page)).toBe(0);
}

/** Applies by calling the API; returns the secret. */
async function applyElsewhere(url: string): Promise<string> {
  const jobs = await fetch(url + connectMount + connectCalls.jobList);
  const { payload } = (await jobs.json()) as { payload: [{ _id: string }] };
  const answer = await fetch(url + connectMount + connectCalls.jobApply, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...applicantBody,
      email: `${crypto.randomUUID()}@example.com`,
      job: payload[0]._id,
    }),
  });
  return ((await answer.json()) as { secret: string }).secret;
}

test('an application is followed from received to closed, across restarts and offline, and then withdrawn', async ({
  app: { dataDir, line },
  device,
}) => {
  let page = device.page();
  const age = () => main(page).getByText(/^Saved copy: /);
  await applyAndFollow(page);
  await expect(page).toHaveTitle(`${titles.application} | ${site.name}`);
  const address = page.url();
  expect(address).toMatch(/\/application#[\da-f-]{36}$/);
  const [{ secret = '' } = {}] = await stored(page);
  await untilReady(page);
  await markNewest(dataDir, 'shortlisted', 'We call on <b>Friday</b>.');
  page = await device.restart();
  await page.goto(pages.saved.path);
  await linkOnSaved(page).click();
  await expect(saidState(page, 'shortlisted')).toBeVisible();
  await expect(page.getByRole('blockquote')).toHaveText('We call on <b>Friday</b>.');
  expect(page.url()).toBe(address);

  await test.step('offline, it shows the last status that this device received', async () => {
    await line.down();
    await markNewest(dataDir, 'closed');
    page = await device.restart();
    await page.goto(address);
    await expect(saidState(page, 'shortlisted')).toBeVisible();
    await expect(age()).toBeVisible();
    await line.up();
    await expect(saidState(page, 'closed')).toBeVisible();
    await expect(age()).toBeHidden();
    await expect(page.getByRole('blockquote')).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  });
  await test.step('withdrawing asks for confirmation, and can be repeated after a lost response', async () => {
    line.always('DELETE', connectCalls.application, 'cut');
    await pressMore(page, follow.withdraw);
    await expect(page.getByRole('dialog')).toContainText(follow.withdrawQuestion);
    expect(line.seen.filter((request) => request.startsWith('DELETE'))).toEqual([]);
    await button(page, follow.withdrawYes).click();
    await expect(page.getByRole('alert')).toHaveText(follow.notDone);
    line.always('DELETE', connectCalls.application, undefined);
    await button(page, follow.withdrawYes).click();
    await expect(main(page).getByText(follow.withdrawn)).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
    await openLive(page, pages.saved.path);
    await button(page, saved.articles.button).waitFor();
    await expect(linkOnSaved(page)).toHaveCount(0);
  });
  expect(line.seen.filter((request) => request.includes(secret))).toEqual([]);
});

test("an application's link shows it without storing it; a wrong link says so; one sent from here can be removed @full", async ({
  app: { line, url },
  context,
  page,
}) => {
  const [one, two] = [await applyElsewhere(url), await applyElsewhere(url)];
  line.seen = [];
  await openLive(page, followPath(one));
  await expect(saidState(page, 'received')).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectNoFindings(page);
  await untilReady(page);
  expect(line.seen.filter((request) => request.endsWith(`v1${connectCalls.application}`))).toHaveLength(1);
  const cached = await cachedUrls(page);
  expect(cached).toContainEqual(expect.stringContaining(`${pages.application.path}.html`));
  expect(cached.filter((address) => address.includes(one) || address.endsWith('v1/application'))).toEqual([]);
  expect(await stored(page)).toEqual([]);
  await more(page).click();
  await expect(button(page, follow.withdraw)).toBeVisible();
  await expect(button(page, follow.remove)).toBeHidden();

  await test.step('the address stays unchanged, and a new hash shows what it names', async () => {
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
    await expect(page).toHaveURL(followPath(one));
    for (const [hash, text] of [
      ['A'.repeat(22), follow.notFound],
      ['cut', follow.wrongLink],
      ['', follow.noLink],
      [`*${two}%29.%E2%80%8B%20Thank%20you`, follow.states.received.text],
      ['', follow.noLink],
      [`${two}%`, follow.states.received.text],
    ] as const) {
      await page.evaluate((next) => {
        location.hash = next;
      }, hash);
      await expect(page.getByText(text)).toBeVisible();
    }
    await pressMore(page, follow.withdraw);
    await expectNoFindings(page);
  });
  await test.step('the link of an application sent from here can be copied, and removed by a press', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await apply(page);
    const own = url + (await followLink(thanks(page)).getAttribute('href'));
    const [{ secret = '' } = {}] = await stored(page);
    const address = url + followPath(secret);
    for (const place of [thanks(page), main(page)]) {
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await button(place, outcomeWords.copyLink).click();
      await expect(place.getByText(shareWords.copied)).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
      await page.goto(address);
      await expect(page).toHaveURL(own);
    }
    await pressMore(page, follow.remove);
    await expect(main(page).getByText(follow.removed)).toBeVisible();
    await expect(page.locator('#main')).toBeFocused();
    expect(await stored(page)).toEqual([]);
  });
});
