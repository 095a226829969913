import type { SiteFile } from '#src/contract/site-bundle.ts';

/** Missing from TypeScript's WebWorker library. */
type SyncEvent = ExtendableEvent & { tag: string };

type Worker = ServiceWorkerGlobalScope & {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

declare const self: Worker;

export const worker = self;

/** Replaced by Workbox at build time. */
export const siteList = self.__WB_MANIFEST as SiteFile[];
