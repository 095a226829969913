import { hasForgotten } from './forgetting.ts';
import { askPatiently } from './saving.ts';

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

/** In milliseconds, for what the worker looks up on the device. */
const patience = 5_000;

/** What shows articles, in bytes; 0 where it is here. Undefined: the worker does not say. */
export async function costOfReader(worker: ServiceWorker): Promise<number | undefined> {
  const cost = await askPatiently(worker, { type: 'price', articles: true }, patience);
  return typeof cost === 'number' ? cost : undefined;
}
