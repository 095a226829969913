import { expect, type Page } from '@playwright/test';

import { outcomeWords } from '#src/content/outcomes.ts';
import { applyPath } from '#src/paths.ts';

import {
  fillForm,
  openForm,
  outbox,
  posts,
  pressSubmit,
  requests,
  sendForm,
  thanks,
} from '../../support/forms.ts';
import { test } from '../../support/outbox-scene.ts';

const email = 'mutinta@example.com';

// Server, browser and restarts take their time on a busy machine.
test.setTimeout(240_000);

/** Runs in the page before its own scripts. */
function rememberDatabases(): void {
  const opened: IDBDatabase[] = [];
  Object.assign(window, { opened });
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...about) {
    const request = open.apply(this, about);
    request.addEventListener('success', () => opened.push(request.result));
    return request;
  };
}

/** As Safari does to a page that was in the background: the next transaction finds its connection closed. */
async function closeDatabases(page: Page): Promise<void> {
  const close = () =>
    page.evaluate(() => {
      const opened = Reflect.get(window, 'opened') as IDBDatabase[];
      for (const database of opened) database.close();
      return opened.length;
    });
  await expect.poll(close).toBeGreaterThan(0);
}

for (const request of requests)
  test(`${request} while the server is stopped waits, and is sent by itself once`, async ({ setUp }) => {
    await using scene = await setUp(request);
    const { weather, page, stored } = scene;
    await weather.down();
    await sendForm(page, weather.url, request, email);
    await expect(thanks(page)).toContainText('when you are back online');
    await page.getByRole('button', { name: 'Close' }).first().click();
    await expect(outbox(page)).toHaveText('Outbox: 1 waiting');
    await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeVisible();
    await weather.up();
    await expect.poll(stored, { timeout: 90_000 }).toEqual([email]);
    await expect(outbox(page)).toBeHidden({ timeout: 90_000 });
    await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeVisible();
    expect(stored()).toEqual([email]);
  });

test('an application whose answer is cut off after the server stored it is stored once', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { weather, page, stored } = scene;
  // Always, because Chromium itself repeats a POST that a kept-alive connection lost.
  weather.always('POST', posts.apply, 'cut');
  await sendForm(page, weather.url, 'apply', email);
  await expect(thanks(page)).toContainText('when you are back online');
  expect(stored()).toEqual([email]);
  weather.always('POST', posts.apply, undefined);
  await expect.poll(stored, { timeout: 90_000 }).toEqual([email]);
  await expect(outbox(page)).toBeHidden({ timeout: 90_000 });
  expect(stored()).toEqual([email]);
});

test('a subscription whose database the browser has closed is written, waits, and is sent once', async ({
  setUp,
}) => {
  await using scene = await setUp('subscribe', rememberDatabases);
  const { weather, page, stored } = scene;
  await openForm(page, weather.url, 'subscribe');
  await fillForm(page, 'subscribe', email);
  await weather.down();
  await closeDatabases(page);
  await pressSubmit(page, 'subscribe');
  await expect(thanks(page)).toContainText('when you are back online');
  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting');
  await closeDatabases(page);
  await weather.up();
  await expect.poll(stored, { timeout: 90_000 }).toEqual([email]);
  await expect(outbox(page)).toBeHidden({ timeout: 90_000 });
  expect(stored()).toEqual([email]);
});

test('a subscription that meets 429 with Retry-After waits and says that we keep trying', async ({
  setUp,
}) => {
  await using scene = await setUp('subscribe');
  const { weather, page, stored } = scene;
  weather.next('POST', '/subscribe', { status: 429, retryAfter: 1 });
  await sendForm(page, weather.url, 'subscribe', email);
  await expect(thanks(page)).toContainText('we will keep trying');
  await expect(page.getByLabel('Full name')).toHaveValue('');
  await expect.poll(stored, { timeout: 90_000 }).toEqual([email]);
  await expect(outbox(page)).toBeHidden({ timeout: 90_000 });
  expect(stored()).toEqual([email]);
});

test("a vacancy's form opens at its own address without a connection too, and what is sent there waits", async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { weather, page, stored } = scene;
  const { payload } = await (await page.request.get(`${weather.url}/connect/v1/job-list`)).json();
  // The oldest: the list on the device may be older than what another journey has opened.
  const vacancy = payload.at(-1);
  await weather.down();
  await page.goto(weather.url + applyPath(vacancy._id));
  await expect(page.getByRole('dialog', { name: `Apply for ${vacancy.name}` })).toBeVisible();
  await fillForm(page, 'apply', email);
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toContainText('when you are back online');
  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting');
  await weather.up();
  await expect.poll(stored, { timeout: 90_000 }).toEqual([email]);
  await expect(outbox(page)).toBeHidden({ timeout: 90_000 });
  expect(stored()).toEqual([email]);
});

test('an application that is answered 500 stays in its form, and the same key goes with the next try', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { weather, page, stored } = scene;
  weather.next('POST', '/job-apply', { status: 500 }, { status: 500 });
  const keys: string[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'POST') keys.push(sent.headers()['idempotency-key'] ?? '');
  });
  await sendForm(page, weather.url, 'apply', email);
  const submit = page.getByRole('button', { name: 'Submit application' });
  for (const tries of [1, 2]) {
    await expect(page.getByRole('alert')).toContainText('Error 446: Something went wrong!.');
    await expect(page.getByRole('dialog').getByLabel('Email')).toHaveValue(email);
    expect(keys).toHaveLength(tries);
    await submit.click();
  }
  await expect(thanks(page)).toBeVisible();
  expect(new Set(keys).size).toBe(1);
  expect(stored()).toEqual([email]);
});
