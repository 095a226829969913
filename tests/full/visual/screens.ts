import { join } from 'node:path';

import type { Page } from '@playwright/test';

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
