import type { Browser } from '@playwright/test';

import { startRelay } from '../kit/relay.ts';
import { type Figure, median } from './figure.ts';
import { largestPaint, phone, slowDown, visitHome } from './visit.ts';

/** Like a phone at the edge of a mobile cell. */
const slowLine = { bitsPerSecond: 400_000, latency: 400 };

/** The bound is that of a good LCP. */
export async function measureFirstView(browser: Browser, url: string): Promise<Figure[]> {
  const times: number[] = [];
  for (let run = 0; run < 7; run += 1) times.push(await paintOnSlowLine(browser, url));
  const name = 'Home, LCP at 400 kbit/s, 400 ms, CPU x4';
  return [{ name, value: median(times), bound: 2_500, unit: 'ms' }];
}

async function paintOnSlowLine(browser: Browser, url: string): Promise<number> {
  await using context = await phone(browser);
  const page = await context.newPage();
  await slowDown(page, slowLine);
  await page.goto(url, { waitUntil: 'networkidle' });
  return await largestPaint(page);
}

/** Bytes on the wire, including headers: until Home responds, until the site can be read offline, and on the next visit. */
export async function measureTraffic(browser: Browser, url: string): Promise<Figure[]> {
  using plain = await startRelay(url);
  await using withoutWorker = await phone(browser, 'block');
  await visitHome(withoutWorker, plain.url);
  using line = await startRelay(url);
  await using context = await phone(browser);
  await (await visitHome(context, line.url, true)).close();
  const [ready, requests] = [line.bytes, line.requests];
  await visitHome(context, line.url);
  return [
    { name: 'Home: first view', value: plain.bytes / 1000, bound: 112, unit: 'KB' },
    { name: 'first view and ready for offline', value: ready / 1000, bound: 215, unit: 'KB' },
    { name: 'requests after the first view', value: requests - plain.requests, bound: 3, unit: '' },
    { name: 'second visit, nothing changed', value: (line.bytes - ready) / 1000, bound: 1, unit: 'KB' },
  ];
}
