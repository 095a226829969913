import { pageOutbox } from '#src/device/outbox.ts';
import type { Outbox } from '#src/outbox/deliver.ts';

const parts = ['store', 'base', 'fetch', 'now', 'random', 'newId', 'onClaim', 'whileUnsaved'] as const;

/** Each part of the page's outbox is from now on what `current` has then. */
export function replacePageOutbox(current: () => Outbox): void {
  for (const name of parts)
    Object.defineProperty(pageOutbox(), name, { configurable: true, get: () => current()[name] });
}
