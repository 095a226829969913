import { expect, type Page, test } from '@playwright/test';

import { mediaListPath, pages } from '#src/paths.ts';

import { expectNoFindings } from '../../support/axe.ts';
import { keptFiles, startDevice, untilKept, untilReady } from '../../support/device.ts';
import { fillForm, openForm, outbox, pressSubmit, thanks } from '../../support/forms.ts';
import { expectLive, goByLink } from '../../support/live-page.ts';
import { deleteButton, openSaved, part, storedHere } from '../../support/saved-page.ts';
import { startSite } from '../../support/site.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

const question = (page: Page) => page.getByRole('dialog', { name: 'This would be lost for good' });
const nothing = { inCaches: [], inDatabases: [], settings: [], workers: 0 };

test('deleting spares nothing, another tab writes nothing back, and the site works after it', async () => {
  await using site = await startSite();
  await using device = await startDevice();
  const page = device.page();
  await page.goto(site.url + mediaListPath('press'));
  await untilKept(page, '/media-room/press/0');
  await page
    .getByRole('button', { name: /theme|colours/i })
    .first()
    .click();
  await openForm(page, site.url, 'apply');
  await page.getByRole('dialog').getByLabel('First name').fill('Mutinta');
  const other = await device.context().newPage();
  await other.goto(site.url);
  await expectLive(other);
  await openSaved(page, site.url);
  await page.getByLabel('Show pictures only when I press them').check();
  await openSaved(page, site.url);
  const list = part(page, 'Delete it').getByRole('listitem');
  for (const named of [
    'Half-typed applications and corrections: 1',
    /^Pages, .*: 1\d$/,
    /^Lists, articles and .*: [2-9]$/,
    /^Settings, .*: 2$/,
  ])
    await expect(list.filter({ hasText: named })).toHaveCount(1);
  await deleteButton(page).click();
  await question(page).getByRole('button', { name: 'Delete it as well' }).click();
  await expect(page.getByText('Everything that was saved here is deleted.')).toBeVisible();
  await expect(page.getByText('Nothing is saved here.')).toBeVisible();
  await expect(page.getByText('This page and the others that are open save nothing any more.')).toBeVisible();
  await expect(page.getByText(/^(?:Lists|Articles|Pages): /)).toHaveCount(0);
  expect(await storedHere(page)).toEqual(nothing);
  await expectNoFindings(page);
  for (const tab of [other, page]) {
    await tab.bringToFront();
    await goByLink(tab, pages.career);
    await expect(tab.getByRole('link', { name: /Apply Now/ }).first()).toBeVisible();
    await goByLink(tab, pages.csr);
    await tab.waitForLoadState('networkidle');
    expect(await storedHere(tab), 'written back').toEqual(nothing);
  }
  await other.close();
  await page.goto(site.url);
  await expectLive(page);
  await untilKept(page);
  await expect.poll(async () => (await keptFiles(page)).length, { timeout: 90_000 }).toBeGreaterThan(50);
});

test('what waits to be sent is deleted only after a second word', async () => {
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
  await expect(part(page, 'Delete it').getByRole('listitem').first()).toHaveText(
    'Requests in the Outbox that have not been sent: 1',
  );
  await deleteButton(page).click();
  await expect(question(page).getByRole('listitem')).toHaveText([
    'Requests in the Outbox that have not been sent: 1',
  ]);
  await expectNoFindings(page);
  await question(page).getByRole('button', { name: 'Close' }).click();
  await expect(outbox(page)).toBeVisible();
  await deleteButton(page).click();
  await question(page).getByRole('button', { name: 'Keep that, delete the rest' }).click();
  await expect(page.getByText('The rest is deleted. What cannot be had again is still here.')).toBeVisible();
  const left = await storedHere(page);
  expect(left).toMatchObject({ inCaches: [], settings: [] });
  expect(JSON.stringify(left.inDatabases)).toContain('waits@example.com');
  await deleteButton(page).click();
  await question(page).getByRole('button', { name: 'Delete it as well' }).click();
  await expect(page.getByText('Everything that was saved here is deleted.')).toBeVisible();
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
  await expect(page.getByText('This browser does not let the site look.').first()).toBeVisible();
  await deleteButton(page).click();
  // Nobody knows whether something waits.
  await question(page).getByRole('button', { name: 'Delete it as well' }).click();
  await expect(page.getByRole('alert')).toHaveText('This browser does not let the site look or delete.');
});

test('without a worker the page says that nothing is kept, and counts itself', async () => {
  await using site = await startSite();
  await using device = await startDevice(withoutWorker);
  const page = device.page();
  await openSaved(page, site.url);
  await expect(page.getByText('This browser keeps nothing for us', { exact: false })).toBeVisible();
  await expect(part(page, 'What it takes').getByText('This page alone').locator('xpath=..')).toHaveText(
    /This page alone\d{2,3} KB/,
  );
  await expect(page.getByText('This browser keeps no articles for us.')).toBeVisible();
});
