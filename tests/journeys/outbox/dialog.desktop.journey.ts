import { expect, type Page } from '@playwright/test';

import { outboxMessages } from '#src/content/outcomes.ts';

import { findings } from '../../support/axe.ts';
import { draftsOnDisk, fillForm, openForm, outbox, sendForm, thanks } from '../../support/forms.ts';
import { test } from '../../support/outbox-scene.ts';

test.setTimeout(240_000);

const list = (page: Page) => page.getByRole('dialog', { name: 'Outbox' });

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
  await expect(page.getByText(outboxMessages.receipt)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(outboxMessages.receipt)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(outboxMessages.receipt)).toBeHidden();
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
  expect(await findings(page)).toEqual([]);
  await list(page).getByLabel('Email').fill('mutinta@example.com');
  await list(page).getByRole('button', { name: 'Save and send' }).click();
  await expect(list(page)).toContainText('Nothing is waiting');
  expect(stored()).toEqual(['mutinta@example.com']);
  expect(new Set(keys.filter(Boolean)).size, 'a changed payload needs a key of its own').toBe(2);
});

test('a half-typed application survives a reload and a crash, and closing its dialog forgets it', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { weather, device } = scene;
  let page = scene.page;
  const email = () => page.getByRole('dialog').getByLabel('Email');
  await openForm(page, weather.url, 'apply');
  await fillForm(page, 'apply', 'half@example.com');
  await expect.poll(() => draftsOnDisk(page)).toContain('half@example.com');
  await openForm(page, weather.url, 'apply');
  await expect(email()).toHaveValue('half@example.com');
  page = await device.restart('kill');
  await openForm(page, weather.url, 'apply');
  await expect(email()).toHaveValue('half@example.com');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /Apply Now/ })
    .first()
    .click();
  await expect(email()).toHaveValue('');
  await openForm(page, weather.url, 'apply');
  await expect(email()).toHaveValue('');
});

test('what was refused after its form was closed asks for attention, can be copied or mailed, and its correction survives a reload', async ({
  setUp,
}) => {
  await using scene = await setUp('apply');
  const { weather, device, page, stored } = scene;
  await device.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { promise: until, resolve: answer } = Promise.withResolvers<void>();
  weather.next('POST', '/job-apply', { status: 422, until });
  await sendForm(page, weather.url, 'apply', 'mutnta@example.com');
  await expect(page.getByRole('button', { name: 'Please Wait' })).toBeVisible();
  await page.keyboard.press('Escape');
  answer();
  await expect(outbox(page)).toHaveText('Outbox: 1 waiting, needs your attention');
  await outbox(page).click();
  await expect(list(page).getByRole('alert')).toHaveText(outboxMessages.refused('Objection 422'));
  await list(page).getByRole('button', { name: 'Copy' }).click();
  await expect(list(page)).toContainText('Copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('I solder, and I write firmware.');
  const mail = await list(page).getByRole('link', { name: 'Send by email' }).getAttribute('href');
  expect(decodeURIComponent(mail ?? '')).toContain('Email: mutnta@example.com');

  await list(page).getByRole('button', { name: 'Edit' }).click();
  await list(page).getByLabel('Email').fill('mutinta@example.com');
  await expect.poll(() => draftsOnDisk(page)).toContain('mutinta@example.com');
  await page.reload();
  await outbox(page).click();
  await list(page).getByRole('button', { name: 'Edit' }).click();
  await expect(list(page).getByLabel('Email')).toHaveValue('mutinta@example.com');

  // Another tab sends the old version: the correction stays in sight, with a word about it.
  const other = await device.context().newPage();
  await other.goto(`${weather.url}/privacy`);
  await outbox(other).click();
  await list(other).getByRole('button', { name: 'Send now' }).click();
  await expect(list(page).getByRole('alert')).toHaveText(outboxMessages['gone-while-edited']);
  await expect(list(page).getByLabel('Email')).toHaveValue('mutinta@example.com');
  expect(stored()).toEqual(['mutnta@example.com']);
});

test('after its receipt was dismissed a sent application does not fill the form again', async ({ setUp }) => {
  await using scene = await setUp('apply');
  const { weather, device, stored } = scene;
  weather.next('POST', '/job-apply', 'hang');
  await sendForm(device.page(), weather.url, 'apply', 'sent@example.com');
  await expect.poll(() => weather.seen.filter((line) => line.includes('/job-apply'))).toHaveLength(1);
  const page = await device.restart('kill');
  await page.goto(`${weather.url}/privacy`);
  await expect(page.getByText(outboxMessages.receipt)).toBeVisible({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(outboxMessages.receipt)).toBeHidden();
  await openForm(page, weather.url, 'apply');
  await expect(page.getByRole('dialog').getByLabel('First name')).toHaveValue('');
  expect(stored()).toEqual(['sent@example.com']);
});
