import type { Browser, BrowserContext } from '@playwright/test';

import { serveBareHome } from './bare-page.ts';
import type { CountedLine } from './counted-line.ts';
import { type Figure, unbounded } from './figure.ts';
import type { InTurns } from './samples.ts';
import { largestPaint, phone, slowDown, visitHome } from './visit.ts';

/** Measures a return visit: its cost if nothing has changed, and how fast Home starts offline compared with its bare text. */
export async function measureRepeatVisit(
  inTurns: InTurns,
  browser: Browser,
  line: CountedLine,
): Promise<Figure[]> {
  await using bare = await serveBareHome(line.url);
  await using context = await phone(browser);
  const stored = `${bare.url}/stored`;
  await (await visitHome(context, line.url, true)).close();
  await storeBare(context, stored);
  line.reset();
  await (await visitHome(context, line.url)).close();
  const bytes = line.bytes();
  line[Symbol.dispose]();
  await bare[Symbol.asyncDispose]();
  const { home, words } = await inTurns(9, {
    home: () => startOffline(context, line.url),
    words: () => startOffline(context, stored),
  });
  return [
    { name: 'second visit, nothing changed', value: bytes / 1000, bound: 1, unit: 'KB' },
    { name: 'warm start offline, CPU x4: LCP', value: home, bound: unbounded, unit: 'ms' },
    { name: 'warm start : that of its words alone', value: home / words, bound: 1.3, unit: '' },
  ];
}

async function storeBare(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.close();
}

async function startOffline(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(url);
  const paint = await largestPaint(page);
  await page.close();
  return paint;
}
