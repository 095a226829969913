import { join } from 'node:path';

import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { pages } from '#src/paths.ts';

import { openLive } from '../../kit/page.ts';
import { untilPicturesAreHere } from '../../shots/pictures.ts';

/** Screens that change only when somebody means it; a phone shows their first view, too. */
const { home, whoWeAre, osense, team } = pages;
const screens = { home, 'who-we-are': whoWeAre, osense, team };

export const firstViews = Object.entries(screens).flatMap(([name, { path }]) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [360, 1280].map((width) => ({
      ...{ name, path, colorScheme, width },
      pattern: join(import.meta.dirname, `patterns/${name}-${width}-${colorScheme}.png`),
    })),
  ),
);

/** The first view of a page at rest, its words as bars. */
export async function firstView(page: Page, address: string): Promise<Buffer> {
  await openLive(page, address);
  await page.evaluate(turnWordsIntoBars);
  await untilPicturesAreHere(page, true);
  return page.screenshot({ animations: 'disabled' });
}

/** Replaces each word by a bar as wide as its number of letters, so that fonts do not matter. */
function turnWordsIntoBars(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('script, noscript, .visually-hidden'))
      continue;
    const bars = text.data.split(/\s+/).map((word) => {
      const bar = document.createElement('span');
      const width = `${word.length * 0.5}em`;
      Object.assign(bar.style, { display: 'inline-block', width, height: '0.6em', marginRight: '0.25em' });
      bar.style.background = 'currentcolor';
      return bar;
    });
    text.replaceWith(...bars);
  }
}

/** Cells a screen is averaged into: a pixel more or less is ignored, a moved band or a changed colour is found. */
const cells = { width: 64, height: 40 };
/** How far, of 255, a cell may be off before it counts. */
const colourTolerance = 32;

/** How many of a hundred cells may differ. */
export const allowedDifference = 3;

/** Makes the coarse picture that is stored as the pattern of a screen. */
export function coarse(screenshot: Buffer): Promise<Buffer> {
  return sharp(screenshot)
    .removeAlpha()
    .resize({ ...cells, fit: 'fill', kernel: 'cubic' })
    .png({ effort: 10 })
    .toBuffer();
}

/** How many of a hundred cells differ clearly. */
export async function difference(screenshot: Buffer, pattern: Buffer): Promise<number> {
  const [seen, kept] = [await pixels(await coarse(screenshot)), await pixels(pattern)];
  let different = 0;
  for (let i = 0; i < kept.length; i += 3) {
    const off = [0, 1, 2].map((channel) => Math.abs((seen[i + channel] ?? 0) - (kept[i + channel] ?? 0)));
    if (Math.max(...off) > colourTolerance) different += 1;
  }
  return (different * 100) / (cells.width * cells.height);
}

function pixels(picture: Buffer): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer();
}
