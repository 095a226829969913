import { auditFlowArtifacts, type Flags, type Result, startFlow } from 'lighthouse';
import puppeteer, { type Browser } from 'puppeteer-core';

import { chromiumFlags, requireChromium } from '../kit/chromium.ts';

/**
 * The phone that every audit is for, by Lighthouse's own measure of a processor (`benchmarkIndex`). Its
 * docs/throttling.md slows a desktop of 1500 to 2000 four times, into the bracket of mid-tier phones, 125 to 800:
 * the slowest phone that it means has 1500 / 4.
 */
const phoneIndex = 375;

/** `speed`: of the machine, as Lighthouse found it right before; `slowdown`: what makes the phone of it. */
export type Audit = Result & { speed: number; slowdown: number };

/**
 * One mobile run of Lighthouse as a new visitor. Chromium's trace now and then lacks the navigation
 * (NO_NAVSTART): then nothing was measured yet, and it is run once more.
 */
export async function auditPage(url: string, flags: Flags): Promise<Audit> {
  const browser = await puppeteer.launch({ executablePath: requireChromium(), args: chromiumFlags });
  try {
    const first = await runOnce(browser, url, flags);
    if (!first.runtimeError) return first;
    console.log(`    ${url}: ${first.runtimeError.code}, measured once more`);
    return await runOnce(browser, url, flags);
  } finally {
    await browser.close();
  }
}

/** The page is loaded at full speed; the slowdown enters when the audits replay the load, and the speed is known by then. */
async function runOnce(browser: Browser, url: string, flags: Flags): Promise<Audit> {
  const context = await browser.createBrowserContext();
  const flow = await startFlow(await context.newPage());
  await flow.navigate(url, { ...flags, usePassiveGathering: false, skipAboutBlank: false });
  const [step] = flow.createArtifactsJson().gatherSteps;
  if (step === undefined) throw new Error(`Lighthouse gathered nothing from ${url}`);
  const speed = step.artifacts.BenchmarkIndex;
  // At most Lighthouse's own, because a machine may be fast only while it is measured.
  const slowdown = Math.min(4, speed / phoneIndex);
  const throttling = { ...step.artifacts.settings.throttling, cpuSlowdownMultiplier: slowdown };
  // Lighthouse refuses other settings than it gathered with; while it gathers this one only shortens idle time.
  Object.assign(step.artifacts.settings, { throttling });
  const { steps } = await auditFlowArtifacts({
    gatherSteps: [{ ...step, flags: { ...step.flags, throttling } }],
  });
  await context.close();
  const [done] = steps;
  if (done === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
  return { ...done.lhr, speed, slowdown };
}
