import { bytesOf, bytesOfWorkerFile } from '#src/contract/traffic.ts';
import type { PageMessage, TrafficTold } from '#src/contract/worker-messages.ts';

import { askPatiently } from './saving.ts';

/** What this page took so far; without a worker nobody writes it down. */
export function bytesOfThisPage(): number {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ];
  return sum(entries);
}

let writer: ServiceWorker | undefined;
let observer: PerformanceObserver | undefined;

/** Tells the worker what this page takes from the network, from its first byte on. */
export function tellTraffic(worker: ServiceWorker): void {
  const isTold = writer !== undefined;
  writer = worker;
  if (isTold) return;
  observer = new PerformanceObserver((list) => tellBytes(sum(list.getEntries())));
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: true });
}

/** In milliseconds, for what the worker looks up on the device. */
const patience = 5_000;

/** What was counted so far, with what the browser has not handed over yet. Undefined: the worker does not say. */
export async function readTraffic(worker: ServiceWorker): Promise<TrafficTold | undefined> {
  const bytes = sum(observer?.takeRecords() ?? []);
  return (await askPatiently(worker, { type: 'took', bytes }, patience)) as TrafficTold | undefined;
}

/** A look for a new version of the worker leaves no timing. */
export function tellCheck(): void {
  tellBytes(bytesOfWorkerFile(0, location.protocol));
}

function tellBytes(bytes: number): void {
  const worker = navigator.serviceWorker.controller ?? writer;
  if (bytes > 0) worker?.postMessage({ type: 'took', bytes } satisfies PageMessage);
}

function sum(entries: PerformanceEntryList): number {
  return (entries as PerformanceResourceTiming[]).reduce((all, entry) => all + bytesOf(entry), 0);
}
