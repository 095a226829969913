import { expect } from '@playwright/test';

import { outcomeWords } from '#src/content/outcomes.ts';

import {
  fillForm,
  openForm,
  outbox,
  pressSubmit,
  recordsOnDisk,
  sendForm,
  thanks,
} from '../../support/forms.ts';
import { test } from '../../support/outbox-scene.ts';

const email = 'mutinta@example.com';

test.setTimeout(240_000);

test('a press on a line that loses answers is one attempt and then the back-off, all under one key', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { weather, device, page, stored } = scene;
  const keys: string[] = [];
  device.context().on('request', (sent) => {
    if (sent.method() === 'POST') keys.push(sent.headers()['idempotency-key'] ?? '');
  });
  weather.always('POST', '/job-apply', 'cut');
  const begun = Date.now();
  await sendForm(page, weather.url, 'apply', email);
  await expect(thanks(page)).toContainText('when you are back online');
  // Each is a reason to look at the outbox, and none a reason to send before the time.
  for (let press = 0; press < 20; press += 1) await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => Date.now() - begun).toBeGreaterThan(8_000);
  const attempts = new Set(keys).size === 1 ? keys.length : Number.NaN;
  // After 2, 4 and 8 seconds, each a tenth less at most; Chromium itself repeats what a kept-alive connection lost.
  expect(attempts).toBeLessThanOrEqual(4);
  weather.clear();
  await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeVisible({ timeout: 90_000 });
  expect(stored()).toEqual([email]);
});

test("an ordinary application is in no other tab's Outbox while it is on its way", async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { weather, device, page } = scene;
  const other = await device.context().newPage();
  await other.goto(`${weather.url}/privacy`);
  await other.evaluate(() => {
    new MutationObserver(() => {
      if (/Outbox: \d+ waiting/.test(document.body.textContent)) document.title = 'seen';
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  weather.next('POST', '/job-apply', { until });
  await sendForm(page, weather.url, 'apply', email);
  await expect(page.getByRole('button', { name: 'Please Wait' })).toBeVisible();
  await expect.poll(() => recordsOnDisk(other)).toContain('"sending"');
  answer();
  await expect(thanks(page)).toContainText('It has arrived');
  await expect(outbox(other)).toBeHidden();
  expect(await other.title()).not.toBe('seen');
});

test('text typed in a second tab survives that the first submits', async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { weather, device, page, stored } = scene;
  const other = await device.context().newPage();
  await openForm(page, weather.url, 'apply');
  await expect(page.getByRole('dialog')).toBeVisible();
  await openForm(other, weather.url, 'apply');
  const description = other.getByRole('dialog').getByLabel('Description');
  await description.fill('An hour of words.');
  await expect.poll(() => recordsOnDisk(other)).toContain('An hour');
  await fillForm(page, 'apply', email);
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  weather.next('POST', '/job-apply', { until });
  await pressSubmit(page, 'apply');
  await expect(page.getByRole('button', { name: 'Please Wait' })).toBeVisible();
  await description.fill('Another hour of words.');
  answer();
  await expect(thanks(page)).toBeVisible();
  await expect(description).toHaveValue('Another hour of words.');
  await other.reload();
  await expect(other.getByRole('dialog').getByLabel('Description')).toHaveValue('Another hour of words.');
  expect(stored()).toEqual([email]);
});

test('a device that stores nothing opens a closed form again with what came of it', async ({ setUp }) => {
  await using scene = await setUp('apply', () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const { weather, page } = scene;
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  weather.next('POST', '/job-apply', { status: 503, until });
  await sendForm(page, weather.url, 'apply', email);
  await expect(page.getByRole('button', { name: 'Please Wait' })).toBeVisible();
  await page.keyboard.press('Escape');
  const form = page.getByRole('dialog', { name: /^Apply for/ });
  await expect(form).toBeHidden();
  answer();
  await expect(form.getByRole('alert')).toContainText('It is not saved on this device');
  await expect(form).toContainText(outcomeWords.mayHaveArrived);
  await expect(form.getByLabel('Email')).toHaveValue(email);
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toContainText('It has arrived');
});
