import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import { untilPicturesAreHere } from '../support/pictures.ts';

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

/** The first view of a page at rest. */
export async function firstView(page: Page, address: string): Promise<Buffer> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await untilPicturesAreHere(page, true);
  return page.screenshot({ animations: 'disabled' });
}
