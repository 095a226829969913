import { promisifyRequest, type UseStore } from 'idb-keyval';

import type { Submission } from './submission.ts';

const databaseName = 'hcs';
const storeName = 'submissions';

/** Where the records are. Rejects where the device refuses. */
export type Store = {
  /** Oldest first. */
  list: () => Promise<Submission[]>;
  /**
   * Reads, decides and writes in one transaction: `next` gets the record as it is then, and gives it as it is to be, undefined
   * to delete it, the same object to leave it. Returns the record as it is afterwards.
   */
  change: (id: string, next: Next) => Promise<Submission | undefined>;
  clear: () => Promise<void>;
};

export type Next = (record: Submission | undefined) => Submission | undefined;

/** Page and worker alike. Calls `changed` after each write. */
export function createStore(changed: () => void): Store {
  const use = openDatabase();
  const isKnown = (record: Submission) => record.v === 1;

  return {
    list: async () => {
      const all = await use('readonly', (store) => promisifyRequest<Submission[]>(store.getAll()));
      return all.filter(isKnown).sort((a, b) => a.at - b.at);
    },

    async change(id, next) {
      const { before, after } = await use('readwrite', (store) => write(store, id, next));
      if (after !== before) changed();
      return after;
    },

    async clear() {
      await use('readwrite', (store) => promisifyRequest(store.clear()));
      changed();
    },
  };

  async function write(store: IDBObjectStore, id: string, next: Next) {
    let before: Submission | undefined;
    let after: Submission | undefined;
    const reading: IDBRequest<Submission | undefined> = store.get(id);
    reading.onsuccess = () => {
      before = reading.result;
      after = before === undefined || isKnown(before) ? next(before) : before;
      if (after === undefined) store.delete(id);
      else if (after !== before) store.put(after, id);
    };
    // Whatever throws on the way aborts the transaction.
    await promisifyRequest(store.transaction);
    return { before, after };
  }
}

/**
 * idb-keyval's `createStore` with two differences: a write counts once it is on the disk, and a connection that Safari has
 * closed is opened again (https://github.com/jakearchibald/idb-keyval/issues/137).
 */
function openDatabase(): UseStore {
  let opening: Promise<IDBDatabase> | undefined;

  const connect = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const open = async () => {
    const request = indexedDB.open(databaseName);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    return promisifyRequest(request);
  };

  const start = async (mode: IDBTransactionMode) =>
    (await connect()).transaction(storeName, mode, { durability: 'strict' }).objectStore(storeName);

  return async (mode, use) => {
    const store = await start(mode).catch(() => {
      opening = undefined;
      return start(mode);
    });
    return use(store);
  };
}
