import { proxy } from 'valtio/vanilla';

import type { OutboxEntry, Receipt } from '#src/outbox/entry.ts';

/** What waits on this device, as last read from the outbox; and what was sent while nobody watched. */
export const pending = proxy<{ entries: OutboxEntry[]; receipts: Receipt[] }>({ entries: [], receipts: [] });

export function setPending(entries: OutboxEntry[], receipts: Receipt[]): void {
  // An outbox that was and is empty is no change to who watches it.
  if (![entries, receipts, pending.entries, pending.receipts].some(({ length }) => length > 0)) return;
  pending.entries = entries;
  pending.receipts = receipts;
}
