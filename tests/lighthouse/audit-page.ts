import { auditFlowArtifacts, type Flags, type Result, startFlow } from 'lighthouse';
import puppeteer, { type Browser } from 'puppeteer-core';

import { chromiumFlags, requireChromium } from '../kit/chromium.ts';

/**
 * The phone that every audit simulates, in Lighthouse's CPU measure (`benchmarkIndex`). Its
 * docs/throttling.md slows a desktop with 1500 to 2000 four times, into the range of mid-tier phones, 125 to 800;
 * the slowest phone simulated that way has 1500 / 4.
 */
const phoneIndex = 375;

/** `speed`: the machine's, which Lighthouse measured just before; `slowdown`: the factor that turns it into the phone. */
export type Audit = Result & { speed: number; slowdown: number };

/**
 * Runs Lighthouse once on mobile, as a new visitor. Chromium's trace sometimes lacks the navigation
 * (NO_NAVSTART); nothing has been measured then, so it is run again.
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

/** Loads the page at full speed; the audits apply the slowdown when they replay the load, once the speed is known. */
async function runOnce(browser: Browser, url: string, flags: Flags): Promise<Audit> {
  const context = await browser.createBrowserContext();
  const flow = await startFlow(await context.newPage());
  await flow.navigate(url, { ...flags, usePassiveGathering: false, skipAboutBlank: false });
  const [step] = flow.createArtifactsJson().gatherSteps;
  if (step === undefined) throw new Error(`Lighthouse gathered nothing from ${url}`);
  countProcessorTime(step.artifacts.Trace.traceEvents);
  const speed = step.artifacts.BenchmarkIndex;
  // At most Lighthouse's default, because a machine may be fast only while it is being measured.
  const slowdown = Math.min(4, speed / phoneIndex);
  const throttling = { ...step.artifacts.settings.throttling, cpuSlowdownMultiplier: slowdown };
  // Lighthouse refuses settings other than those it gathered with; while gathering, this one only shortens idle time.
  Object.assign(step.artifacts.settings, { throttling });
  const { steps } = await auditFlowArtifacts({
    gatherSteps: [{ ...step, flags: { ...step.flags, throttling } }],
  });
  await context.close();
  const [done] = steps;
  if (done === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
  return { ...done.lhr, speed, slowdown };
}

/** The part of a trace event that is read here; times are in microseconds, `tdur` is the thread's own processor time. */
type TraceEvent = { name: string; pid: number; tid: number; ts: number; dur?: number; tdur?: number };

/**
 * Shortens each task of a trace to the processor time that it used, and what happened within it in proportion:
 * while a task waits for a processor that another process has, the page does no work.
 */
function countProcessorTime(events: TraceEvent[]): void {
  const threads = Map.groupBy(events, ({ pid, tid }) => `${pid} ${tid}`);
  for (const thread of threads.values()) {
    let task = { start: 0, end: 0, share: 1 };
    for (const event of thread.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))) {
      if (event.name === 'RunTask' && event.dur && event.tdur !== undefined && event.ts >= task.end) {
        task = { start: event.ts, end: event.ts + event.dur, share: Math.min(1, event.tdur / event.dur) };
      } else if (event.ts >= task.end) continue;
      event.ts = Math.round(task.start + (event.ts - task.start) * task.share);
      if (event.dur) event.dur = Math.round(event.dur * task.share);
    }
  }
}
