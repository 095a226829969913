import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type Page, test } from '@playwright/test';

import { mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { expectNoFindings } from '../../support/axe.ts';
import { keptFiles, saveData, startDevice, untilKept } from '../../support/device.ts';
import { fillForm, openForm, outbox, pressSubmit, thanks } from '../../support/forms.ts';
import { expectLive } from '../../support/live-page.ts';
import { deleteButton, openSaved, part, storedHere } from '../../support/saved-page.ts';
import { type Site, startSite } from '../../support/site.ts';
import { runCommand } from '../../support/stored.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

const question = (page: Page) => page.getByRole('dialog', { name: 'This would be lost for good' });
const nothing = { inCaches: [], inDatabases: [], settings: [], workers: 0 };

async function follow(page: Page, { path, title }: { path: string; title: string }): Promise<void> {
  await page.getByRole('contentinfo').locator(`a[href="${path}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
}

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
    await follow(tab, pages.career);
    await expect(tab.getByRole('button', { name: /Apply Now/ }).first()).toBeVisible();
    await follow(tab, pages.csr);
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
  await expect(page.getByRole('status').filter({ hasText: 'Ready to work offline' })).toBeVisible({
    timeout: 90_000,
  });
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

const photoOfMenu = '/images/menu/inside.webp';
const ownPhotos = [photoOfMenu, '/uploads/'];
const photoElsewhere = 'https://photos.example/a.webp';

/** With a picture above its text that a menu shows as well, and inside it an upload and one of another origin. */
async function publishArticle({ dataDir }: Site): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hcs-article-'));
  await cp(`public${photoOfMenu}`, join(dir, 'photo.webp'));
  const file = join(dir, 'article.md');
  const text = `![Our gate](photo.webp)\n\n![Their gate](${photoElsewhere})\n`;
  await writeFile(file, `---\ntype: blog\ntitle: Photos\nimage: ${photoOfMenu}\n---\n${text}`);
  await runCommand(dataDir, 'publish', file);
  await rm(dir, { recursive: true });
  return mediaDetailPath('photos');
}

test('photos wait for a press where data is saved, come by it once, and by themselves once they need not wait', async () => {
  await using site = await startSite();
  const article = await publishArticle(site);
  await using weather = await startWeather(site.url);
  await using device = await startDevice();
  const page = device.page();
  const setting = page.getByLabel('Show pictures only when I press them');
  const main = page.getByRole('main');
  const buttons = main.getByRole('button', { name: /^Show picture/ });
  const width = (address: string) =>
    main.locator(`img[src*="${address}"]`).evaluate((image: HTMLImageElement) => image.naturalWidth);
  const asked = () => weather.seen.filter((seen) => /\.webp$/.test(seen)).length;
  let askedElsewhere = 0;
  page.on('request', (request) => {
    if (request.url() === photoElsewhere) askedElsewhere += 1;
  });
  const isMarked = () => page.evaluate(async () => (await caches.match('/pictures-on-press')) !== undefined);
  await saveData(page);
  await openSaved(page, weather.url);
  await expect(setting).toBeChecked();
  await untilKept(page);
  await expect.poll(isMarked).toBe(true);
  const pressEach = async (visit: string) => {
    await expect(buttons).toHaveCount(3);
    for (const address of ownPhotos) {
      await buttons.first().click();
      await expect.poll(() => width(address), `${visit}: ${address}`).toBe(856);
    }
    expect(asked(), visit).toBe(ownPhotos.length);
  };
  await page.goto(weather.url + article);
  await expect(buttons).toHaveCount(3);
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Inside' }).click();
  const inMenu = page.locator(`.mega img[src="${photoOfMenu}"]`);
  await expect
    .poll(() => inMenu.evaluate((image: HTMLImageElement) => image.naturalWidth), 'a plate')
    .toBe(800);
  await page.keyboard.press('Escape');
  expect(asked(), 'before the press').toBe(0);
  await pressEach('the first time');
  await page.reload();
  await pressEach('again');
  expect(askedElsewhere, 'of another origin').toBe(0);
  await device.context().route(photoElsewhere, (route) => route.fulfill({ path: `public${photoOfMenu}` }));
  await buttons.click();
  await expect.poll(() => width(photoElsewhere)).toBe(856);
  expect(askedElsewhere).toBe(1);
  await page.evaluate(() => caches.delete('images'));
  await page.reload();
  await expect(buttons).toHaveCount(3);
  const other = await device.context().newPage();
  await saveData(other);
  await openSaved(other, weather.url);
  await other.getByLabel('Show pictures only when I press them').uncheck();
  await page.bringToFront();
  for (const address of ownPhotos) await expect.poll(() => width(address), `set free: ${address}`).toBe(856);
  await expect
    .poll(
      () => page.evaluate(async (address) => (await caches.match(address))?.status, photoOfMenu),
      'and kept',
    )
    .toBe(200);
  await other.reload();
  await expectLive(other);
  await expect(other.getByLabel('Show pictures only when I press them')).not.toBeChecked();
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
  await expect(page.getByRole('alert')).toContainText('Not everything could be deleted');
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
