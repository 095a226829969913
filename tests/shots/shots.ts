/**
 * `npm run shots [-- part-of-a-name]`: each screen of the built site at three widths, light and dark, into shots/.
 * `-- --office`: each page of the office into shots/, and the pictures of its README.
 * `-- --public` remakes the pictures of real pages that the site itself shows, and its social cards.
 * `-- --patterns` takes the screens as they are now as the patterns of the visual check.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, chromium, type Page } from '@playwright/test';

import { mediaDetailPath, mediaListPath, pages } from '#src/paths.ts';

import { chromiumFlags, requireChromium } from '../kit/chromium.ts';
import { startServer } from '../kit/server.ts';
import { makeOfficeShots } from './office-shots.ts';
import { openStates } from './open-states.ts';
import { makePatterns } from './patterns.ts';
import { untilPicturesAreHere } from './pictures.ts';
import { makePublicShots } from './public-shots.ts';

const folder = join(import.meta.dirname, '../../shots');
const still = { animations: 'disabled' } as const;
const widths = [360, 768, 1280];
const screens: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(pages)
      .filter(([, page]) => !page.path.includes(':'))
      .map(([name, page]) => [name, page.path]),
  ),
  press: mediaListPath('press'),
  article: mediaDetailPath('first-four-layer-board'),
};

const wanted = process.argv.slice(2);
await using site = await startServer();
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: [...chromiumFlags, '--lang=en-GB'],
});
try {
  if (wanted.includes('--public')) await makePublicShots(browser, site.url);
  else if (wanted.includes('--patterns')) await makePatterns(browser, site.url);
  else if (wanted.includes('--office')) await makeOfficeShots(browser, folder);
  else await makeShots(browser);
} finally {
  await browser.close();
}

async function makeShots(browser: Browser): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = Object.keys(screens).filter(isWanted);
  const states = Object.keys(openStates).filter(isWanted);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of widths) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
      for (const name of names) {
        await page.goto(site.url + screens[name]);
        await settle(page);
        await page.screenshot({
          ...still,
          path: join(folder, `${name}-${width}-${colorScheme}.png`),
          fullPage: true,
        });
      }
      for (const name of states) {
        const state = openStates[name];
        if (state === undefined) continue;
        await page.goto(site.url + state.path, { waitUntil: 'networkidle' });
        await state.open(page);
        await untilPicturesAreHere(page, true);
        await page.screenshot({ ...still, path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      }
      await page.close();
      console.log(`${names.length + states.length} screens, ${width} px, ${colorScheme}`);
    }
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}

/** Loads what waits for the viewport, then waits for animations to end. */
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
