import type { Outbox } from '#src/outbox/deliver.ts';
import { pageOutbox } from '#src/outbox/page/outbox.ts';

const parts = ['store', 'base', 'fetch', 'now', 'random', 'newId', 'onClaim', 'onChange', 'tell'] as const;

/** Makes each part of the page's outbox read from `current`. */
export function replacePageOutbox(current: () => Outbox): void {
  for (const name of parts)
    Object.defineProperty(pageOutbox(), name, { configurable: true, get: () => current()[name] });
}
