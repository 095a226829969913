import { join } from 'node:path';

import type { Browser } from '@playwright/test';
import sharp from 'sharp';

import { pages } from '#src/paths.ts';

import { untilPicturesAreHere } from './pictures.ts';
import { makeSocialCards } from './social-cards.ts';

const publicFolder = join(import.meta.dirname, '../../public');

type IsWanted = (name: string) => boolean;

/** Remakes the site's pictures of its own pages, and its social cards. */
export async function makePublicShots(browser: Browser, url: string, isWanted: IsWanted): Promise<void> {
  await makeSocialCards(browser, isWanted);
  // A mega menu shows them 321 px high; high-resolution screens need twice that.
  // Places without words, which change more often than drawings.
  const places = {
    inside: { path: pages.home.path, place: 'img[src*="home/about"]' },
    subsidiaries: { path: pages.osense.path, place: '#page-intro img' },
  };
  for (const [name, { path, place }] of Object.entries(places)) {
    if (!isWanted(name)) continue;
    const picture = sharp(await shoot(browser, url + path, 2000, 963, place)).resize(856, 642);
    await picture.webp({ quality: 60, effort: 6 }).toFile(join(publicFolder, `images/menu/${name}.webp`));
  }
  for (const [name, width, height] of [
    ['wide', 1280, 720],
    ['narrow', 400, 860],
  ] as const) {
    if (!isWanted(name)) continue;
    const picture = sharp(await shoot(browser, url, width, height)).png({ palette: true, effort: 10 });
    await picture.toFile(join(publicFolder, `screenshots/home-${name}.png`));
  }
}

async function shoot(
  browser: Browser,
  address: string,
  width: number,
  height: number,
  place = 'html',
): Promise<Buffer> {
  const still = { colorScheme: 'light', reducedMotion: 'reduce' } as const;
  const page = await browser.newPage({ ...still, viewport: { width, height } });
  await page.goto(address, { waitUntil: 'networkidle' });
  const element = page.locator(place);
  await element.scrollIntoViewIfNeeded();
  await untilPicturesAreHere(page, true);
  const picture = place === 'html' ? await page.screenshot() : await element.screenshot();
  await page.close();
  return picture;
}
