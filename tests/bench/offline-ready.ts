import type { Browser } from '@playwright/test';

import type { App } from '../kit/app.ts';
import { untilLive, untilReady } from '../kit/page.ts';
import { type CountedLine, countedLine } from './counted-line.ts';
import { type Figure, median, unbounded } from './figure.ts';
import { largestPaint, slowDown } from './first-view.ts';
import { serveOneLine } from './one-line-page.ts';
import type { Samples } from './samples.ts';
import { serveFiles } from './serve-files.ts';

const slowLine = { bytesPerSecond: 400_000 / 8, latency: 400 };
const runs = 3;
const warmRuns = 9;

type Cost = { bytes: number; requests: number };

/** What it costs a visitor until the site works without a connection, beyond the first view. */
export async function measureOfflineReady(samples: Samples, browser: Browser, site: App): Promise<Figure[]> {
  const line = await countedLine(Number(new URL(site.url).port));
  try {
    const view = await costOf(browser, line, 'block');
    const all = await costOf(browser, line, 'allow');
    const bytes = all.bytes - view.bytes;
    const times = await measureTime(samples, browser, site, bytes);
    const kilobytes = (amount: number, bound: number) => ({ value: amount / 1024, bound, unit: 'KB' });
    return [
      { name: 'first view of Home, all bytes', ...kilobytes(view.bytes, 110) },
      { name: 'ready for offline, after the first view', ...kilobytes(bytes, 90) },
      { name: 'the same: requests', value: all.requests - view.requests, bound: 6, unit: '' },
      { name: 'first view and ready for offline together', ...kilobytes(all.bytes, 205) },
      {
        name: 'ready for offline, 400 kbit/s, 400 ms',
        value: median(times.ready),
        bound: unbounded,
        unit: 'ms',
      },
      { name: 'the same bytes in one request', value: median(times.floor), bound: unbounded, unit: 'ms' },
      {
        name: 'ready for offline : one request',
        value: median(times.ready) / median(times.floor),
        bound: 1.3,
        unit: '',
      },
      ...(await measureStoppedWorker(samples, browser, site)),
    ];
  } finally {
    line.cut();
  }
}

async function costOf(browser: Browser, line: CountedLine, serviceWorkers: 'allow' | 'block'): Promise<Cost> {
  const context = await browser.newContext({ serviceWorkers, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  line.reset();
  await page.goto(line.url, { waitUntil: 'networkidle' });
  await untilLive(page);
  if (serviceWorkers === 'allow') await untilReady(page);
  await page.waitForLoadState('networkidle');
  const cost = { bytes: line.bytes(), requests: line.requests().length };
  await context.close();
  return cost;
}

/** From the worker's first byte asked for to its being in charge, in turns with the same bytes in one request. */
async function measureTime(samples: Samples, browser: Browser, site: App, bytes: number) {
  await using floor = await serveFiles({
    '/': { body: '<!doctype html><title>Floor</title>', headers: { 'content-type': 'text/html' } },
    '/bytes': { body: Buffer.alloc(bytes, 1), headers: { 'content-type': 'application/octet-stream' } },
  });
  const lines = {
    site: await countedLine(Number(new URL(site.url).port), slowLine),
    floor: await countedLine(Number(new URL(floor.origin).port), slowLine),
  };
  try {
    return await samples.inTurns(runs, {
      ready: () => timeToReady(browser, lines.site),
      floor: () => timeOfOne(browser, lines.floor.url),
    });
  } finally {
    lines.site.cut();
    lines.floor.cut();
  }
}

async function timeToReady(browser: Browser, line: CountedLine): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  line.reset();
  await page.goto(line.url);
  while (!line.requests().some((request) => request.includes('/sw.js')))
    await new Promise((resolve) => setTimeout(resolve, 10));
  const begin = performance.now();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const time = performance.now() - begin;
  await context.close();
  return time;
}

async function timeOfOne(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  await page.goto(url);
  const time = await page.evaluate(async () => {
    const begin = performance.now();
    await (await fetch('/bytes', { cache: 'no-store' })).arrayBuffer();
    return performance.now() - begin;
  });
  await page.close();
  return time;
}

/** As a phone starts it, which has ended the worker meanwhile: Home beside one line of text, offline, CPU x4. */
async function measureStoppedWorker(samples: Samples, browser: Browser, site: App): Promise<Figure[]> {
  const line = await countedLine(Number(new URL(site.url).port));
  await using oneLine = await serveOneLine();
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const home = `${line.url}/`;
  const floor = `${oneLine.origin}/`;
  for (const url of [home, floor]) {
    const page = await context.newPage();
    await page.goto(url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.close();
  }
  line.cut();
  await oneLine[Symbol.asyncDispose]();
  const start = async (url: string) => {
    const page = await context.newPage();
    const devtools = await slowDown(page);
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopAllWorkers');
    await page.goto(url);
    const paint = await largestPaint(page);
    await page.close();
    return paint;
  };
  const paints = await samples.inTurns(warmRuns, { home: () => start(home), floor: () => start(floor) });
  await context.close();
  const [ours, theirs] = [median(paints.home), median(paints.floor)];
  return [
    { name: 'start offline, worker stopped before, CPU x4: LCP', value: ours, bound: unbounded, unit: 'ms' },
    { name: 'the same with one line of text', value: theirs, bound: unbounded, unit: 'ms' },
    { name: 'start with the worker stopped : one line of text', value: ours / theirs, bound: 1.3, unit: '' },
  ];
}
