import { delMany, entries, get, promisifyRequest, set, type UseStore } from 'idb-keyval';

import type { OutboxEntry, Receipt } from './entry.ts';

const receiptPrefix = 'receipt:';

/** Everything that may happen to entries and receipts. Each change is one transaction. */
export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore(database: UseStore) {
  /** Not where the entry was deleted meanwhile: nothing must bring it back. */
  function exchange(id: string, entry: OutboxEntry): Promise<void> {
    return database('readwrite', (store) => {
      const found = store.getKey(id);
      found.onsuccess = () => {
        if (found.result === undefined) return;
        store.delete(id);
        store.put(entry, entry.id);
      };
      return promisifyRequest(store.transaction);
    });
  }

  return {
    /** Oldest first. */
    async list(): Promise<OutboxEntry[]> {
      const all = await entries<string, OutboxEntry>(database);
      return all
        .filter(([key]) => !key.startsWith(receiptPrefix))
        .map(([, entry]) => entry)
        .sort((a, b) => a.createdAt - b.createdAt);
    },

    read: (id: string) => get<OutboxEntry>(id, database),

    put: (entry: OutboxEntry) => set(entry.id, entry, database),

    update: (entry: OutboxEntry) => exchange(entry.id, entry),

    remove: (id: string) => delMany([id], database),

    /** The entry was sent: it goes, its receipt stays until the visitor knows. Rejects where the visitor has deleted it meanwhile. */
    settle: (receipt: Receipt): Promise<void> =>
      database('readwrite', async (store) => {
        const found = store.getKey(receipt.id);
        found.onsuccess = () => {
          if (found.result === undefined) return;
          store.delete(receipt.id);
          store.put(receipt, receiptPrefix + receipt.id);
        };
        await promisifyRequest(store.transaction);
        if (found.result === undefined) throw new Error('It was deleted while it was on its way.');
      }),

    /** Another entry, or the same anew, takes its place. */
    exchange,

    async receipts(): Promise<Receipt[]> {
      const all = await entries<string, Receipt>(database);
      return all.filter(([key]) => key.startsWith(receiptPrefix)).map(([, receipt]) => receipt);
    },

    forgetReceipts: (ids: string[]) =>
      delMany(
        ids.map((id) => receiptPrefix + id),
        database,
      ),
  };
}
