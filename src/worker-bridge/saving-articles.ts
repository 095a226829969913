import { messageSW } from 'workbox-window';

import type { Kept, PageMessage } from '#src/contract/worker-messages.ts';

import { hasForgotten } from './forgetting.ts';

/** `none`: the browser has no worker for us; `coming`: not yet, or not in charge of this page; `forgotten`: everything was deleted. */
export type WorkerState = 'none' | 'coming' | 'forgotten' | 'here';

export function workerState(): WorkerState {
  if (hasForgotten()) return 'forgotten';
  try {
    if (navigator.serviceWorker === undefined) return 'none';
    return navigator.serviceWorker.controller === null ? 'coming' : 'here';
  } catch {
    // Refused with all other storage: the page says so.
    return 'none';
  }
}

/** The worker in charge of this page. */
export function workerInCharge(): ServiceWorker | undefined {
  return workerState() === 'here' ? (navigator.serviceWorker.controller ?? undefined) : undefined;
}

/** What shows articles, in KB; 0 where it is here. */
export function costOfReader(worker: ServiceWorker): Promise<number> {
  return messageSW(worker, { type: 'cost', articles: true } satisfies PageMessage) as Promise<number>;
}

/** Has the worker keep one address, in the cache that it belongs to, and what shows it. */
export function keepForReading(worker: ServiceWorker, address: string): Promise<Kept> {
  const message = { type: 'keep', urls: [address], site: false, articles: true } satisfies PageMessage;
  return messageSW(worker, message) as Promise<Kept>;
}
