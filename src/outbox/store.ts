import { promisifyRequest, type UseStore } from 'idb-keyval';

import { kinds } from '#src/contract/kinds.ts';

import type { Submission } from './submission.ts';

const databaseName = 'hcs';
const storeName = 'submissions';

/** Rejects if the browser blocks storage. */
export type Store = {
  /** Oldest first. */
  list: () => Promise<Submission[]>;
  /**
   * Updates a record in one transaction. `next` returns the new record, the same object for no change, or undefined to
   * delete it. Resolves to the result.
   */
  change: (id: string, next: Next) => Promise<Submission | undefined>;
  clear: () => Promise<void>;
};

export type Next = (record: Submission | undefined) => Submission | undefined;

/** Calls `changed` after each write. */
export function createStore(changed: () => void): Store {
  const use = openDatabase();
  // Leave records from other releases alone.
  const isKnown = ({ v, kind }: Submission) => v === 1 && kinds.includes(kind);

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
    // An exception in `next` aborts the transaction.
    await promisifyRequest(store.transaction);
    return { before, after };
  }
}

/**
 * Like idb-keyval's `createStore`, but writes are flushed to disk, and a connection closed by Safari is reopened
 * (https://github.com/jakearchibald/idb-keyval/issues/137).
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
