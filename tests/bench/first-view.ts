import type { Browser, CDPSession, Page } from '@playwright/test';

import { auditPage } from '../lighthouse/audit-page.ts';
import { type Figure, median, unbounded } from './figure.ts';
import type { Samples } from './samples.ts';

/** 400 kbit/s and 400 ms, as a phone at the edge of a cell has it. */
const slowLine = {
  offline: false,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
  latency: 400,
};
const slowdown = 4;
const simulatedRuns = 5;
const appliedRuns = 7;

/** Addresses of the pages; `scripted` is the bare page with one empty script file. */
type Pages = { home: string; bare: string; scripted: string };

/** Home beside the bare page. */
export async function measureFirstView(
  samples: Samples,
  browser: Browser,
  { home, bare, scripted }: Pages,
): Promise<Figure[]> {
  const simulated = await samples.inTurns(simulatedRuns, {
    home: () => simulate(home),
    bare: () => simulate(bare),
    scripted: () => simulate(scripted),
  });
  const applied = await samples.inTurns(appliedRuns, {
    home: () => paintOnSlowLine(browser, home),
    bare: () => paintOnSlowLine(browser, bare),
  });
  const lcp = (runs: Simulated[]) => median(runs.map((run) => run.lcp));
  const paint = (runs: SlowView[]) => median(runs.map((run) => run.paint));
  const ms = { bound: unbounded, unit: 'ms' };
  return [
    { name: 'Home: LCP, simulated slow 4G', value: lcp(simulated.home), ...ms },
    { name: 'bare page: LCP, simulated slow 4G', value: lcp(simulated.bare), ...ms },
    { name: 'Home : bare page', value: lcp(simulated.home) / lcp(simulated.bare), bound: 1.1, unit: '' },
    {
      name: 'for comparison, bare page with one empty script : bare page',
      value: lcp(simulated.scripted) / lcp(simulated.bare),
      bound: unbounded,
      unit: '',
    },
    { name: 'Home: LCP, 400 kbit/s, 400 ms, CPU x4', value: paint(applied.home), ...ms },
    { name: 'bare page: LCP, 400 kbit/s, 400 ms, CPU x4', value: paint(applied.bare), ...ms },
    { name: 'Home : bare page', value: paint(applied.home) / paint(applied.bare), bound: 1.2, unit: '' },
    {
      name: 'Home: first view, all bytes',
      value: median(applied.home.map((run) => run.bytes)) / 1024,
      bound: 110,
      unit: 'KB',
    },
    {
      name: 'Home: total blocking time',
      value: median(simulated.home.map((run) => run.tbt)),
      bound: 30,
      unit: 'ms',
    },
  ];
}

type Simulated = { lcp: number; tbt: number };

async function simulate(url: string): Promise<Simulated> {
  const { audits, runtimeError } = await auditPage(url, {
    onlyAudits: ['largest-contentful-paint', 'total-blocking-time'],
  });
  const lcp = audits['largest-contentful-paint']?.numericValue;
  const tbt = audits['total-blocking-time']?.numericValue;
  if (lcp === undefined || tbt === undefined)
    throw new Error(`Lighthouse measured nothing on ${url}: ${runtimeError?.message}`);
  return { lcp, tbt };
}

type SlowView = { paint: number; bytes: number };

/** Bytes are the page's own, headers counted: what its worker fetches for later is no first view. */
async function paintOnSlowLine(browser: Browser, url: string): Promise<SlowView> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true });
  const page = await context.newPage();
  const devtools = await slowDown(page);
  await devtools.send('Network.emulateNetworkConditions', slowLine);
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const paint = await largestPaint(page);
  await context.close();
  return { paint, bytes };
}

export async function slowDown(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return devtools;
}

/** The latest largest contentful paint so far, in ms since the navigation began. */
export function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}
