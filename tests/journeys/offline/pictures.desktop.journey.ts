import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { mediaDetailPath } from '#src/paths.ts';

import { saveData, startDevice, untilKept } from '../../support/device.ts';
import { expectLive } from '../../support/live-page.ts';
import { openSaved } from '../../support/saved-page.ts';
import { type Site, startSite } from '../../support/site.ts';
import { runCommand } from '../../support/stored.ts';
import { startWeather } from '../../support/weather.ts';

test.setTimeout(240_000);

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
  await page.waitForLoadState('networkidle');
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
