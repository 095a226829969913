import { get, update } from 'idb-keyval';

import { addTraffic, bytesOf, bytesOfWorkerFile, type Traffic } from '#src/contract/traffic.ts';
import { kept, type TrafficTold } from '#src/contract/worker-messages.ts';
import { openDatabase } from '#src/outbox/database.ts';

import { hasForgotten } from './forgetting.ts';
import { isKeeping } from './precache.ts';
import { answerMessage, worker } from './worker.ts';

const database = openDatabase(kept.traffic, 'relaxed');
const key = 'traffic';

/** Counts what page and worker took from the network, on this device alone. */
export function countTraffic(): void {
  // Without the browser's limit of 250 entries, and with those of before.
  new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    void note(entries.reduce((sum, entry) => sum + bytesOf(entry), 0));
  }).observe({ type: 'resource', buffered: true });
  worker.addEventListener('install', (event) => event.waitUntil(noteOwnFiles()));
  answerMessage('took', async ({ bytes }) => ((await note(bytes)) ? readCount() : undefined));
}

/** False where nothing is kept here. */
async function note(bytes: number): Promise<boolean> {
  const isNew = worker.registration.active === null;
  const isCounting = isNew ? !hasForgotten() : await isKeeping();
  if (isCounting) await writeDown(bytes);
  return isCounting;
}

async function readCount(): Promise<TrafficTold> {
  const { visit, months } = addTraffic(await get<Traffic>(key, database), 0, Date.now());
  return { visit, month: Object.values(months).at(-1) ?? 0 };
}

async function writeDown(bytes: number): Promise<void> {
  if (bytes === 0 || hasForgotten()) return;
  try {
    await update<Traffic>(key, (before) => addTraffic(before, bytes, Date.now()), database);
  } catch (error) {
    console.warn('What came over the network cannot be counted here.', error);
  }
}

/** `sw.js` and, in Chromium, its code come without a size; the HTTP cache knows how long they were. */
async function noteOwnFiles(): Promise<void> {
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const code = all.filter(({ name, transferSize }) => /\/assets\/worker-/.test(name) && transferSize === 0);
  for (const url of [location.href, ...code.map(({ name }) => name)])
    await writeDown(bytesOfWorkerFile(await lengthInHttpCache(url), location.protocol));
}

async function lengthInHttpCache(url: string): Promise<number> {
  try {
    await (await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' })).arrayBuffer();
    const entry = performance.getEntriesByName(url).at(-1) as PerformanceResourceTiming | undefined;
    return entry?.encodedBodySize ?? 0;
  } catch {
    return 0;
  }
}
