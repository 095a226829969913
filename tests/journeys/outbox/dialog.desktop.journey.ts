import { expect, type Page } from '@playwright/test';

import { outcomeWords } from '#src/content/outcomes.ts';

import { findings } from '../../support/axe.ts';
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

test.setTimeout(240_000);

const list = (page: Page) => page.getByRole('dialog', { name: 'Outbox' });
const form = (page: Page) => page.getByRole('dialog', { name: /^Apply for/ });

test('the outbox lists what waits and since when, sends on request, and deletes at once', async ({
  setUp,
}) => {
  await using scene = await setUp('subscribe');
  const { weather, page, stored } = scene;
  weather.always('POST', '/subscribe', { status: 503, retryAfter: 600 });
  for (const email of ['first@example.com', 'second@example.com']) {
    await sendForm(page, weather.url, 'subscribe', email);
    await expect(thanks(page)).toContainText('we will keep trying');
  }
  await page.goto(`${weather.url}/privacy`);
  await expect(outbox(page)).toHaveText('Outbox: 2 waiting');
  await outbox(page).click();
  await expect(list(page)).toContainText('first@example.com');
  await expect(list(page)).toContainText('Waiting since');
  expect(await findings(page)).toEqual([]);

  weather.clear();
  const first = list(page).getByRole('listitem').filter({ hasText: 'first@example.com' });
  await first.getByRole('button', { name: 'Send now' }).click();
  await expect(first).toBeHidden();
  expect(stored()).toEqual(['first@example.com']);
  await list(page).getByRole('button', { name: 'Delete' }).click();
  await expect(list(page)).toContainText('Nothing is waiting');
  await page.keyboard.press('Escape');
  await expect(outbox(page)).toBeHidden();
  await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeHidden();
  expect(stored()).toEqual(['first@example.com']);
});

test('what the server objects to later stays with its reason until the visitor has edited it', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { weather, page, stored } = scene;
  await weather.down();
  await sendForm(page, weather.url, 'apply', 'mutnta@example.com');
  await expect(thanks(page)).toContainText('when you are back online');
  await page.getByRole('button', { name: 'Close' }).first().click();
  weather.always('POST', '/job-apply', { status: 422 });
  await weather.up();
  await expect(page.getByRole('status').filter({ hasText: 'You are offline' })).toBeHidden({
    timeout: 90_000,
  });
  await outbox(page).click();
  await expect(list(page).getByRole('alert')).toContainText('Objection 422', { timeout: 90_000 });
  const keys: string[] = [];
  page.on('request', (sent) => keys.push(sent.headers()['idempotency-key'] ?? ''));
  await list(page).getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => keys.filter(Boolean).length).toBe(1);
  await expect(list(page).getByRole('alert')).toContainText('Objection 422');

  weather.clear();
  await list(page).getByRole('button', { name: 'Edit' }).click();
  await expect(form(page).getByRole('alert')).toHaveText('Objection 422');
  await expect(form(page).getByLabel('Email')).toHaveValue('mutnta@example.com');
  await expect(outbox(page)).toBeHidden();
  expect(await findings(page)).toEqual([]);
  await form(page).getByLabel('Email').fill('mutinta@example.com');
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toContainText('It has arrived');
  await expect(outbox(page)).toBeHidden();
  expect(stored()).toEqual(['mutinta@example.com']);
  expect(new Set(keys.filter(Boolean)).size, 'a changed payload needs a key of its own').toBe(2);
});

test('a subscription that the server objects to later is edited in the newsletter form', async ({
  setUp,
}) => {
  await using scene = await setUp('subscribe');
  const { weather, page, stored } = scene;
  await weather.down();
  await sendForm(page, weather.url, 'subscribe', 'mutnta@example.com');
  await expect(thanks(page)).toContainText('when you are back online');
  weather.always('POST', '/subscribe', { status: 422 });
  await weather.up();
  await page.goto(`${weather.url}/privacy`);
  await expect(outbox(page)).toContainText('needs your attention', { timeout: 90_000 });
  weather.clear();
  await outbox(page).click();
  await list(page).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('form', { name: 'Newsletter' }).getByRole('alert')).toHaveText('Objection 422');
  await expect(page.getByLabel('Email')).toHaveValue('mutnta@example.com');
  await page.getByLabel('Email').fill('mutinta@example.com');
  await pressSubmit(page, 'subscribe');
  await expect(thanks(page)).toContainText('You are on the list');
  expect(stored()).toEqual(['mutinta@example.com']);
});

test('a half-typed application survives a reload, a crash and Escape, and the close icon forgets it', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { weather, device } = scene;
  let page = scene.page;
  const email = () => page.getByRole('dialog').getByLabel('Email');
  await openForm(page, weather.url, 'apply');
  await fillForm(page, 'apply', 'half@example.com');
  await expect.poll(() => recordsOnDisk(page)).toContain('half@example.com');
  await openForm(page, weather.url, 'apply');
  await expect(email()).toHaveValue('half@example.com');
  page = await device.restart('kill');
  await openForm(page, weather.url, 'apply');
  await expect(email()).toHaveValue('half@example.com');
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: /Apply Now/ })
    .first()
    .click();
  await expect(email()).toHaveValue('half@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await openForm(page, weather.url, 'apply');
  await expect(email()).toHaveValue('');
});

test('what was refused after its form was closed asks for attention, can be copied, and its correction survives a reload', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { weather, device, page } = scene;
  await device.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  weather.next('POST', '/job-apply', { status: 422, until });
  await sendForm(page, weather.url, 'apply', 'mutnta@example.com');
  await expect(page.getByRole('button', { name: 'Please Wait' })).toBeVisible();
  await page.keyboard.press('Escape');
  answer();
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting, needs your attention');
  await outbox(page).click();
  await expect(list(page).getByRole('alert')).toHaveText(outcomeWords.refused('Objection 422'));
  await list(page).getByRole('button', { name: 'Copy' }).click();
  await expect(list(page)).toContainText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('I solder, and I write firmware.');

  await list(page).getByRole('button', { name: 'Edit' }).click();
  await form(page).getByLabel('Email').fill('mutinta@example.com');
  await expect.poll(() => recordsOnDisk(page)).toContain('mutinta@example.com');
  await page.reload();
  await expect(form(page).getByLabel('Email')).toHaveValue('mutinta@example.com');
  await expect(form(page).getByRole('alert')).toHaveText('Objection 422');
});

test('after its receipt was dismissed a sent application does not fill the form again', async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { weather, device, stored } = scene;
  weather.next('POST', '/job-apply', 'hang');
  await sendForm(device.page(), weather.url, 'apply', 'sent@example.com');
  await expect.poll(() => weather.seen.filter((line) => line.includes('/job-apply'))).toHaveLength(1);
  const page = await device.restart('kill');
  await page.goto(`${weather.url}/privacy`);
  await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeVisible({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(outcomeWords.sentMeanwhile)).toBeHidden();
  await openForm(page, weather.url, 'apply');
  await expect(page.getByRole('dialog').getByLabel('First name')).toHaveValue('');
  expect(stored()).toEqual(['sent@example.com']);
});
