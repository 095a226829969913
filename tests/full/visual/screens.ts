import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { openLive } from '../../kit/page.ts';

/** Screens that change only when somebody means it; a phone shows their first view, too. */
export const visualScreens = {
  home: pages.home.path,
  'who-we-are': pages.whoWeAre.path,
  osense: pages.osense.path,
  team: pages.team.path,
};

export type VisualScreen = keyof typeof visualScreens;
export const visualWidths = [360, 1280];
export const visualThemes = ['light', 'dark'] as const;

export function patternFile(name: string, width: number, theme: string): string {
  return join(import.meta.dirname, `patterns/${name}-${width}-${theme}.png`);
}

/** The first view of a page at rest, its words as bars. */
export async function firstView(page: Page, address: string): Promise<Buffer> {
  await openLive(page, address);
  await page.evaluate(turnWordsIntoBars);
  await page.waitForFunction(() => {
    const isInView = (box?: DOMRect) => box !== undefined && box.top <= innerHeight && box.bottom >= 0;
    return [...document.images].every((image) => image.complete || !isInView(image.getClientRects()[0]));
  });
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
