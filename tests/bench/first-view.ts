import type { Browser, CDPSession, Page } from '@playwright/test';

import { auditPage } from '../support/audit-page.ts';
import { type Figure, median, unbounded } from './figure.ts';

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

/** Home beside the bare page, run by run in turns, so that whatever the machine does meets both. */
export async function measureFirstView(browser: Browser, { home, bare, scripted }: Pages): Promise<Figure[]> {
  const simulated = { home: [] as Simulated[], bare: [] as Simulated[], scripted: [] as Simulated[] };
  for (let run = 0; run < simulatedRuns; run += 1) {
    simulated.home.push(await simulate(home));
    simulated.bare.push(await simulate(bare));
    simulated.scripted.push(await simulate(scripted));
  }
  const applied = { home: [] as number[], bare: [] as number[] };
  for (let run = 0; run < appliedRuns; run += 1) {
    applied.home.push(await paintOnSlowLine(browser, home));
    applied.bare.push(await paintOnSlowLine(browser, bare));
  }
  const lcp = (runs: Simulated[]) => median(runs.map((run) => run.lcp));
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
    { name: 'Home: LCP, 400 kbit/s, 400 ms, CPU x4', value: median(applied.home), ...ms },
    { name: 'bare page: LCP, 400 kbit/s, 400 ms, CPU x4', value: median(applied.bare), ...ms },
    { name: 'Home : bare page', value: median(applied.home) / median(applied.bare), bound: 1.3, unit: '' },
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

async function paintOnSlowLine(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true });
  const page = await context.newPage();
  const devtools = await slowDown(page);
  await devtools.send('Network.emulateNetworkConditions', slowLine);
  await page.goto(url, { waitUntil: 'networkidle' });
  const paint = await largestPaint(page);
  await context.close();
  return paint;
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
