/**
 * `npm run shots [-- part-of-a-name]` saves each screen of the built site to shots/, at three widths, light and dark, and
 * remakes the main README's pictures of it.
 * `-- --office` saves each office page to shots/, and remakes its README's pictures.
 * `-- --public [part-of-a-name]` remakes the site's pictures of its own pages, and its social cards.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';

import { mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { chromiumFlags, requireChromium } from '../kit/chromium.ts';
import { startServer } from '../kit/server.ts';
import { makeOfficeShots } from './office-shots.ts';
import { openStates } from './open-states.ts';
import { untilPicturesAreHere } from './pictures.ts';
import { makePublicShots } from './public-shots.ts';

const folder = join(import.meta.dirname, '../../shots');
/** The main README shows them beside two of the office's. */
const inReadme = ['career', 'dialog-apply'];
const readmeFolder = join(import.meta.dirname, 'readme');
const still = { animations: 'disabled' } as const;
const widths = [360, 768, 1280];
const screens = Object.entries(pages)
  .map(([name, { path }]): [string, string] => [name, path])
  .filter(([, path]) => !path.includes(':'))
  .concat([
    ['press', mediaListPath('press')],
    ['article', mediaDetailPath('first-four-layer-board')],
  ]);

const given = process.argv.slice(2);
const wanted = given.filter((word) => !word.startsWith('--'));
await using site = await startServer();
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: [...chromiumFlags, '--lang=en-GB'],
});
try {
  if (given.includes('--public')) await makePublicShots(browser, site.url, isWanted);
  else if (given.includes('--office')) await makeOfficeShots(browser, folder);
  else await makeShots(browser);
} finally {
  await browser.close();
}

async function makeShots(browser: Browser): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = screens.filter(([name]) => isWanted(name));
  const states = Object.entries(openStates).filter(([name]) => isWanted(name));
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      for (const [name, address] of names) {
        await page.goto(site.url + address);
        await settle(page);
        const path = join(folder, `${name}-${width}-${colorScheme}.png`);
        await page.screenshot({ ...still, path, fullPage: true });
        if (width === 360 && colorScheme === 'light') await forReadme(page, name);
      }
      for (const [name, { path, open }] of states) {
        await page.goto(site.url + path, { waitUntil: 'networkidle' });
        await open(page);
        await untilPicturesAreHere(page, true);
        await page.screenshot({ ...still, path: join(folder, `${name}-${width}-${colorScheme}.png`) });
        if (width === 360 && colorScheme === 'light') await forReadme(page, name);
      }
      await page.close();
      console.log(`${names.length + states.length} screens, ${width} px, ${colorScheme}`);
    }
}

async function forReadme(page: Page, name: string): Promise<void> {
  if (!inReadme.includes(name)) return;
  await mkdir(readmeFolder, { recursive: true });
  const picture = sharp(await page.screenshot(still)).webp({ quality: 60, effort: 6 });
  await picture.toFile(join(readmeFolder, `${name}.webp`));
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}

/** Scrolls through the page to load lazy pictures, and waits for them. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    scrollTo(0, 0);
  });
  await untilPicturesAreHere(page);
}
