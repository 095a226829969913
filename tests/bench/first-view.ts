import type { Browser } from '@playwright/test';

import { serveBareHome } from './bare-page.ts';
import type { CountedLine } from './counted-line.ts';
import { type Figure, unbounded } from './figure.ts';
import type { InTurns } from './samples.ts';
import { largestPaint, phone, slowDown, visitHome } from './visit.ts';

/** Like a phone at the edge of a cell. */
const slowLine = { bitsPerSecond: 400_000, latency: 400 };

/** Compares Home on a slow line with its bare text. */
export async function measureFirstView(inTurns: InTurns, browser: Browser, url: string): Promise<Figure[]> {
  await using bare = await serveBareHome(url);
  const { home, words } = await inTurns(7, {
    home: () => paintOnSlowLine(browser, url),
    words: () => paintOnSlowLine(browser, bare.url),
  });
  return [
    { name: 'Home: LCP, 400 kbit/s, 400 ms, CPU x4', value: home, bound: unbounded, unit: 'ms' },
    { name: 'Home : its words alone', value: home / words, bound: 1.2, unit: '' },
  ];
}

async function paintOnSlowLine(browser: Browser, url: string): Promise<number> {
  await using context = await phone(browser);
  const page = await context.newPage();
  await slowDown(page, slowLine);
  await page.goto(url, { waitUntil: 'networkidle' });
  return await largestPaint(page);
}

/** Bytes at the line, headers counted, until Home answers, and until the site can be read without a connection. */
export async function measureOfflineReady(browser: Browser, line: CountedLine): Promise<Figure[]> {
  const view = await costOf(browser, line, 'block');
  const all = await costOf(browser, line, 'allow');
  return [
    { name: 'Home: first view', value: view.bytes / 1000, bound: 112, unit: 'KB' },
    { name: 'first view and ready for offline', value: all.bytes / 1000, bound: 215, unit: 'KB' },
    { name: 'requests after the first view', value: all.requests - view.requests, bound: 3, unit: '' },
  ];
}

async function costOf(browser: Browser, line: CountedLine, workers: 'allow' | 'block') {
  await using context = await phone(browser, workers);
  line.reset();
  await visitHome(context, line.url, workers === 'allow');
  return { bytes: line.bytes(), requests: line.requests() };
}
