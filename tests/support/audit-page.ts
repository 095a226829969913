import * as chromeLauncher from 'chrome-launcher';
import lighthouse, { type Flags, type Result } from 'lighthouse';

import { chromiumFlags, requireChromium } from './chromium.ts';

/**
 * One run of Lighthouse, mobile, in a browser of its own. Chromium's trace now and then lacks the navigation
 * (NO_NAVSTART): then nothing was measured yet, and it is run once more.
 */
export async function auditPage(url: string, flags: Flags): Promise<Result> {
  const first = await runOnce(url, flags);
  if (!first.runtimeError) return first;
  console.log(`    ${url}: ${first.runtimeError.code}, measured once more`);
  return runOnce(url, flags);
}

async function runOnce(url: string, flags: Flags): Promise<Result> {
  const chrome = await chromeLauncher.launch({
    chromePath: requireChromium(),
    chromeFlags: ['--headless=new', ...chromiumFlags],
  });
  try {
    const result = await lighthouse(url, { port: chrome.port, logLevel: 'silent', ...flags });
    if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
    return result.lhr;
  } finally {
    chrome.kill();
  }
}
