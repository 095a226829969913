import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

import { untilLive, untilReady } from '../kit/page.ts';

export function phone(
  browser: Browser,
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<BrowserContext> {
  return browser.newContext({ serviceWorkers, viewport: { width: 360, height: 740 }, isMobile: true });
}

/** Opens Home and waits until it responds and, on a first visit, until the whole site is stored. */
export async function visitHome(context: BrowserContext, url: string, isFirst = false): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  await untilLive(page);
  if (isFirst) await untilReady(page);
  await page.waitForLoadState('networkidle');
  return page;
}

/** Slows the CPU down four times and, if a line is given, the network to its speed. */
export async function slowDown(page: Page, line?: { bitsPerSecond: number; latency: number }): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (line === undefined) return;
  const throughput = line.bitsPerSecond / 8;
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

/** The latest largest contentful paint so far, in ms since the navigation began. */
export async function largestPaint(page: Page): Promise<number> {
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const last = (list: PerformanceObserverEntryList) => list.getEntries().at(-1)?.startTime ?? 0;
        new PerformanceObserver((list) => resolve(last(list))).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  expect(time).toBeGreaterThan(0);
  return time;
}
