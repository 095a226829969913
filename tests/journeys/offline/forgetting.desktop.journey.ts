import { expect, test } from '@playwright/test';

import { connectCalls, mediaListPath, pages } from '#src/paths.ts';

import { expectNoFindings } from '../../support/axe.ts';
import { keptFiles, startDevice, untilKept, untilReady } from '../../support/device.ts';
import { fillForm, openForm, outbox, pressSubmit, thanks } from '../../support/forms.ts';
import { goByLink } from '../../support/live-page.ts';
import { deleteButton, deleteEverything, openSaved, question, storedHere } from '../../support/saved-page.ts';
import { startSite } from '../../support/site.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

const done = 'Everything that was saved here is deleted.';
const nothing = { inCaches: [], inDatabases: [], settings: [], workers: 0 };

test('deleting spares nothing, the other tabs follow, and the site works after it', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url + mediaListPath('press'));
  await untilKept(page, connectCalls.mediaList('press'));
  await page
    .getByRole('button', { name: /theme|colours/i })
    .first()
    .click();
  const other = await device.context().newPage();
  await openForm(other, site.url, 'apply');
  await other.getByRole('dialog').getByLabel('First name').fill('Mutinta');
  await expect.poll(async () => JSON.stringify(await storedHere(other))).toContain('Mutinta');
  await page.bringToFront();
  await openSaved(page, site.url);
  await deleteButton(page).click();
  await expect(question(page)).toContainText('Not sent yet');
  await expectNoFindings(page);
  await question(page).getByRole('button', { name: 'Close' }).click();
  await expect(question(page)).toBeHidden();
  expect(JSON.stringify(await storedHere(page))).toContain('Mutinta');
  await deleteEverything(page);
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await expect(tab.getByText(done)).toBeVisible();
    expect(new URL(tab.url()).search).toBe('?deleted');
    await tab.waitForLoadState('networkidle');
  }
  expect(await storedHere(page), 'written back').toEqual(nothing);
  await expectNoFindings(page);
  await other.close();
  await goByLink(page, pages.csr);
  await untilKept(page);
  await expect.poll(async () => (await keptFiles(page)).length, { timeout: 90_000 }).toBeGreaterThan(50);
});

test('what another tab is sending leaves no trace when it is answered', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  await page.goto(weather.url + pages.saved.path);
  await untilReady(page);
  const sending = await device.context().newPage();
  await openForm(sending, weather.url, 'apply');
  await fillForm(sending, 'apply', 'sending@example.com');
  const held = Promise.withResolvers<void>();
  weather.next('POST', connectCalls.jobApply, { until: held.promise });
  await pressSubmit(sending, 'apply');
  await expect.poll(async () => JSON.stringify(await storedHere(page))).toContain('sending@example.com');
  await page.bringToFront();
  await deleteButton(page).click();
  await expect(question(page)).toContainText('Not sent yet');
  await question(page).getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByText(done)).toBeVisible();
  held.resolve();
  await expect(sending.getByText(done)).toBeVisible();
  await sending.waitForLoadState('networkidle');
  expect((await storedHere(page)).inDatabases, 'written afterwards').toEqual([]);
});

test('offline it deletes as well, and names what waits', async () => {
  await using site = await startSite();
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  await page.goto(weather.url + pages.career.path);
  await untilReady(page);
  await openForm(page, weather.url, 'apply');
  await fillForm(page, 'apply', 'waits@example.com');
  await weather.down();
  await pressSubmit(page, 'apply');
  await expect(thanks(page)).toBeVisible();
  await openSaved(page, weather.url);
  await expect(outbox(page)).toBeVisible();
  await deleteEverything(page);
  await expect(page.getByText(done)).toBeVisible();
  await expect(outbox(page)).toBeHidden();
  expect(await storedHere(page)).toEqual(nothing);
});

const withoutStorage = () => {
  const deny = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const name of ['caches', 'indexedDB', 'localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { get: deny });
};
const withoutWorker = () => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');

test('without storage the page stands, and says so', async () => {
  await using site = await startSite();
  await using device = await startDevice(withoutStorage);
  const page = device.page();
  await openSaved(page, site.url);
  await expect(page.getByText('Nothing yet.', { exact: false })).toBeVisible();
  await deleteEverything(page);
  await expect(page.getByRole('alert')).toHaveText('This browser did not let the site delete everything.');
});

test('without a worker the page says that nothing is kept', async () => {
  await using site = await startSite();
  await using device = await startDevice(withoutWorker);
  const page = device.page();
  await openSaved(page, site.url);
  await expect(page.getByText('Nothing yet.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Save all articles' }).click();
  await expect(page.getByText('Not all could be saved', { exact: false })).toBeVisible();
});
