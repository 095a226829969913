/** What came over the network, in bytes, as the device counts it: page and worker tell, the worker writes it down. */
export type Traffic = {
  /** Since the visitor came; half an hour without a byte ends a visit. */
  visit: number;
  /** Such as `2026-11`, by the device's clock; the one counted last stands last. */
  months: Record<string, number>;
  lastAt: number;
};

const pause = 30 * 60_000;
/** More than one, for a clock that was wrong for a while. */
const monthsKept = 4;

export function addTraffic(before: Traffic | undefined, bytes: number, now: number): Traffic {
  const date = new Date(now);
  const inMonth = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
  const isSameVisit = before !== undefined && Math.abs(now - before.lastAt) < pause;
  const { [inMonth]: soFar = 0, ...others } = before?.months ?? {};
  return {
    visit: bytes + (isSameVisit ? before.visit : 0),
    months: Object.fromEntries([...Object.entries(others), [inMonth, soFar + bytes]].slice(-monthsKept)),
    lastAt: now,
  };
}

/**
 * What our server's headers take over HTTP/1.1. A script never sees how long they were: `transferSize` is the body and 300
 * for them (https://www.w3.org/TR/resource-timing/#dom-performanceresourcetiming-transfersize), which HTTP/2 stays below.
 */
const headers = { byTheBrowser: 300, ofPage: 1130, ofFile: 400, ofCheck: 370 } as const;

/** Of a `PerformanceResourceTiming`. */
type Timing = { transferSize: number; workerStart: number; nextHopProtocol: string; entryType: string };

/** What an answer took of the network; 0 where a cache gave it, and where the worker got it, which counts it itself. */
export function bytesOf({ transferSize, workerStart, nextHopProtocol, entryType }: Timing): number {
  const cameByWorker = workerStart > 0 && nextHopProtocol === '';
  if (transferSize === 0 || cameByWorker) return 0;
  if (!nextHopProtocol.startsWith('http/1')) return transferSize;
  return transferSize - headers.byTheBrowser + (entryType === 'navigation' ? headers.ofPage : headers.ofFile);
}

/** A look for a new version of the worker, and its code, which no timing tells of. `body` 0: there was none. */
export function bytesOfWorkerFile(body: number, protocol: string): number {
  if (protocol !== 'http:') return body + headers.byTheBrowser;
  return body + (body > 0 ? headers.ofFile : headers.ofCheck);
}
