import type { SiteFile } from '#src/contract/site-bundle.ts';
import type { WorkerMessage } from '#src/contract/worker-messages.ts';

/** Missing from TypeScript's WebWorker library. */
type SyncEvent = ExtendableEvent & { tag: string };

type Worker = ServiceWorkerGlobalScope & {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

declare const self: Worker;

export const worker = self;

/** Replaced by Workbox at build time. */
export const siteList = self.__WB_MANIFEST as SiteFile[];

export async function notifyPages(type: WorkerMessage['type'], updatedURL: string): Promise<void> {
  const message: WorkerMessage = { type, payload: { updatedURL } };
  for (const page of await openPages()) page.postMessage(message);
}

export const openPages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
