import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type BrowserContext, chromium, type Page } from '@playwright/test';

import { pages } from '#src/paths.ts';

import type { App } from '../kit/app.ts';
import { chromiumFlags, requireChromium } from '../kit/chromium.ts';
import { untilLive } from '../kit/page.ts';
import { countedLine } from './counted-line.ts';
import { type Figure, median, unbounded } from './figure.ts';
import { largestPaint, slowDown } from './first-view.ts';
import { serveOneLine } from './one-line-page.ts';
import type { Samples } from './samples.ts';

const runs = 9;

/**
 * A visitor who comes back: what it costs when nothing has changed, and how fast the page is without a line, in turns
 * with the fastest page there can be.
 */
export async function measureRepeatVisit(samples: Samples, site: App): Promise<Figure[]> {
  const line = await countedLine(Number(new URL(site.url).port));
  await using oneLine = await serveOneLine();
  const home = `${line.url}${pages.home.path}`;
  const floor = `${oneLine.origin}/`;
  const profile = await mkdtemp(join(tmpdir(), 'hcs-profile-'));
  const open = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: requireChromium(),
      args: chromiumFlags,
      viewport: { width: 360, height: 740 },
    });
  try {
    let context = await open();
    await visit(context, home, untilOfflineReady);
    await visit(context, floor, untilOfflineReady);
    await context.close();

    line.reset();
    context = await open();
    await visit(context, home, untilLive);
    const revisitBytes = line.bytes();

    line.cut();
    await oneLine[Symbol.asyncDispose]();
    const visitor = context;
    const paints = await samples.inTurns(runs, {
      home: () => warmStart(visitor, home, untilLive),
      floor: () => warmStart(visitor, floor),
    });
    await context.close();
    return [
      {
        name: 'second visit, nothing changed: over the wire',
        value: revisitBytes / 1024,
        bound: 1,
        unit: 'KB',
      },
      { name: 'warm start offline, CPU x4: LCP', value: median(paints.home), bound: 120, unit: 'ms' },
      {
        name: 'for comparison, the same with one line of text',
        value: median(paints.floor),
        bound: unbounded,
        unit: 'ms',
      },
    ];
  } finally {
    line.cut();
    await rm(profile, { recursive: true, force: true });
  }
}

async function visit(context: BrowserContext, url: string, until: (page: Page) => Promise<void>) {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await until(page);
  await page.waitForLoadState('networkidle');
  await page.close();
}

/** The worker has installed, so everything it keeps is there. */
async function untilOfflineReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
}

async function warmStart(
  context: BrowserContext,
  url: string,
  until?: (page: Page) => Promise<void>,
): Promise<number> {
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(url);
  await until?.(page);
  const paint = await largestPaint(page);
  await page.close();
  return paint;
}
