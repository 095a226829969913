import { join } from 'node:path';

import type { Browser } from '@playwright/test';
import sharp from 'sharp';

import { pages } from '#src/paths.ts';

import { makeSocialCards } from './social-cards.ts';

const publicFolder = join(import.meta.dirname, '../../public');
/** What a mega menu shows at its side; 321 px high, drawn at twice that for sharp screens. */
const menuPicture = { width: 428, height: 321 };

/** Remakes the pictures of real pages that the site itself shows, and its social cards. */
export async function makePublicShots(browser: Browser, url: string): Promise<void> {
  await makeSocialCards(browser);
  const wide = { width: 1284, height: 963 };
  await writeMenuPicture('inside', await shoot(browser, url + pages.whoWeAre.path, wide));
  await writeMenuPicture('subsidiaries', await shoot(browser, url + pages.osense.path, wide));
  await writeInstallPicture('wide', await shoot(browser, url, { width: 1280, height: 720 }));
  await writeInstallPicture('narrow', await shoot(browser, url, { width: 400, height: 860 }));
}

async function shoot(
  browser: Browser,
  address: string,
  viewport: { width: number; height: number },
): Promise<Buffer> {
  const page = await browser.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(address, { waitUntil: 'networkidle' });
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

async function writeMenuPicture(name: string, picture: Buffer): Promise<void> {
  const file = join(publicFolder, `images/menu/${name}.webp`);
  await sharp(picture)
    .resize(menuPicture.width * 2, menuPicture.height * 2)
    .webp({ quality: 60, effort: 6 })
    .toFile(file);
}

async function writeInstallPicture(name: string, picture: Buffer): Promise<void> {
  const file = join(publicFolder, `screenshots/home-${name}.png`);
  await sharp(picture).png({ palette: true, effort: 10 }).toFile(file);
}
