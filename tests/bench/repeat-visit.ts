import type { Browser, BrowserContext } from '@playwright/test';

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
  await using context = await phone(browser);
  await (await visitHome(context, line.url, true)).close();
  line.reset();
  await (await visitHome(context, line.url)).close();
  const bytes = line.bytes();
  line[Symbol.dispose]();
  const { home } = await inTurns(9, { home: () => startOffline(context, line.url) });
  return [
    { name: 'second visit, nothing changed', value: bytes / 1000, bound: 1, unit: 'KB' },
    { name: 'warm start offline, CPU x4: LCP', value: home, bound: unbounded, unit: 'ms' },
  ];
}

async function startOffline(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(url);
  const paint = await largestPaint(page);
  await page.close();
  return paint;
}
