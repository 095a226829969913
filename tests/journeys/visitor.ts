import { devices, expect, type Locator, type Page } from '@playwright/test';

import { applicationForm } from '#src/content/application-form.ts';
import { follow } from '#src/content/follow.ts';
import { outcomeWords } from '#src/content/outcomes.ts';
import { connectCalls, pages } from '#src/paths.ts';
import { connectMount } from '#src/server-paths.ts';

import { test } from '../kit/journey.ts';
import type { Post } from '../kit/line.ts';
import { startListener } from '../kit/listener.ts';
import { type applicant, fillApplication, openLive, submitForm } from '../kit/page.ts';

export const phone = { width: 360, height: 740 };

const { defaultBrowserType: _, ...handset } = devices['Pixel 7'];
/** For `test.use` where the width changes what a visitor does. */
export const screens = { 'desktop @full': {}, phone: { ...handset, viewport: phone } };

export const main = (page: Page) => page.getByRole('main');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });
export const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
/** The note about a submission sent in the background. */
export const told = (page: Page) => status(page, outcomeWords.sent);
export const savedCopy = (page: Page) => page.getByText(/^Saved copy/);
export const scrolled = (page: Page) => page.evaluate(() => scrollY);
/** The open Outbox. */
export const list = (page: Page) => page.getByRole('dialog', { name: 'Outbox' });
/** The open application form. */
export const form = (page: Page) => page.getByRole('dialog', { name: applicationForm.heading });
export const modalForm = (page: Page) => form(page).and(page.locator(':modal'));
/** Until the form's code has loaded, they lead to its page. */
export const applyLinks = (page: Page) => page.getByRole('link', { name: 'Apply Now' });
/** The links that open the form over the page. */
export const formOpeners = (page: Page) => applyLinks(page).and(page.locator('[aria-haspopup=dialog]'));
export const applyNow = (page: Page) => formOpeners(page).first();

/** What an application's page offers seldom. */
export const more = (page: Page) => page.locator('main summary', { hasText: follow.more });

/** Presses a button below "More". */
export async function pressMore(page: Page, name: string): Promise<void> {
  await expect(button(page, name)).toBeHidden();
  await more(page).click();
  await button(page, name).click();
}

/** Opens a form over the page: the newest vacancy's, or another one's by its `link`. */
export async function pressApply(page: Page, link = applyNow(page)): Promise<void> {
  await link.tap();
  await expect(modalForm(page)).toBeVisible();
}

/** Opens the newest vacancy's form over the list. */
export async function openForm(page: Page): Promise<void> {
  await openLive(page, pages.career.path);
  await pressApply(page);
}

/** Applies for the newest vacancy; `person` overrides the usual applicant's fields. */
export async function apply(page: Page, person?: Partial<typeof applicant>): Promise<void> {
  await openForm(page);
  await fillApplication(page, person);
  await submitForm(page);
}

/** Closes the form while its request is in progress. */
export async function leaveForm(page: Page): Promise<void> {
  await expect(button(page, 'Please Wait')).toBeDisabled();
  await page.keyboard.press('Escape');
  await untilFormLeft(page);
}

/** Waits until the history has gone back, which would undo or abort what is opened next: the browser closes the dialog before. */
export async function untilFormLeft(page: Page): Promise<void> {
  await expect(form(page)).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state?.apply?._id)).toBeUndefined();
}

/** Counts the documents that this tab loads from now on. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  return () => loads;
}

/** Fills in and submits the newsletter form on screen. */
export async function subscribe(page: Page, email = 'mutinta@example.com'): Promise<void> {
  await page.getByLabel('Full name').fill('Mutinta Banda');
  await page.getByLabel('Email').fill(email);
  await submitForm(page);
}

/** Checks that the same submission was posted twice. */
export function expectRepeat(posts: Post[]): void {
  const [first, ...others] = posts.map(({ key }) => key ?? 'none');
  expect(others).toEqual([first]);
  expect(first).toMatch(/^[\da-f-]{36}$/);
}

/** The URLs in the device's caches. */
export function cachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caching = (await caches.keys()).map((name) => caches.open(name));
    const lists = await Promise.all(caching.map(async (cache) => (await cache).keys()));
    return lists.flat().map(({ url }) => url);
  });
}

/** The paths in the device's caches that match a pattern. */
export async function files(page: Page, pattern: string): Promise<string[]> {
  const paths = (await cachedUrls(page)).map((url) => new URL(url).pathname);
  return paths.filter((path) => RegExp(pattern).test(path));
}

/** Waits until the worker has cached the response to this call. */
export async function untilStored(page: Page, call: string = connectCalls.jobList): Promise<void> {
  await expect.poll(() => files(page, `v1${call}$`)).toHaveLength(1);
}

export const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);

/** The worker's registration, and a session that sends it events as the browser does. */
export async function openDevTools(page: Page) {
  let newest = '';
  const session = await page.context().newCDPSession(page);
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    newest = registrations.at(-1)?.registrationId ?? newest;
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => newest).not.toBe('');
  return { session, registrationId: () => newest };
}

export const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

/** `test` on a site whose provider returns this payload for a call; undefined: it does not know the call. */
export const providedTest = (payloadOf: (call: string) => unknown) =>
  test.extend({
    server: async ({ browserName: _ }, use) => {
      await using provider = await startListener(({ path }, response) => {
        const payload = payloadOf(path.replace(connectMount, ''));
        const isKnown = payload !== undefined;
        response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isKnown ? { payload } : { error: 'No such call.' }));
      });
      await use({ CONNECT_UPSTREAM: provider.url + connectMount });
    },
  });
