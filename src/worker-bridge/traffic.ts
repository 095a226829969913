import { bytesOf, bytesOfWorkerFile } from '#src/contract/traffic.ts';
import type { PageMessage } from '#src/contract/worker-messages.ts';

/** What this page took so far; without a worker nobody writes it down. */
export function bytesOfThisPage(): number {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ];
  return sum(entries as PerformanceResourceTiming[]);
}

let writer: ServiceWorker | undefined;
let observer: PerformanceObserver | undefined;

/** Tells the worker what this page takes from the network, from its first byte on. */
export function tellTraffic(worker: ServiceWorker): void {
  const isTold = writer !== undefined;
  writer = worker;
  if (isTold) return;
  observer = new PerformanceObserver((list) => {
    tellEntries(list.getEntries());
  });
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true });
}

/** What the browser has not handed over yet; call it before the count is read. */
export function tellLatest(): void {
  tellEntries(observer?.takeRecords() ?? []);
}

/** A look for a new version of the worker leaves no timing. */
export function tellCheck(): void {
  tellBytes(bytesOfWorkerFile(0, location.protocol));
}

function tellEntries(entries: PerformanceEntryList): void {
  tellBytes(sum(entries as PerformanceResourceTiming[]));
}

function tellBytes(bytes: number): void {
  const worker = navigator.serviceWorker.controller ?? writer;
  if (bytes > 0) worker?.postMessage({ type: 'took', bytes } satisfies PageMessage);
}

function sum(entries: PerformanceResourceTiming[]): number {
  return entries.reduce((all, entry) => all + bytesOf(entry), 0);
}
