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
 * (https://github.com/jakearchibald/idb-keyval/issues/137). A page that enters the back/forward cache aborts its
 * transactions and repeats them when it is shown again: in WebKit they would block the store for all other pages.
 */
function openDatabase(): UseStore {
  let opening: Promise<IDBDatabase> | undefined;
  let shown: Promise<unknown> | undefined;
  /** Each with a function that makes `run` repeat it. */
  const transactions = new Map<IDBTransaction, () => void>();

  globalThis.addEventListener?.('pagehide', ({ persisted }: Event & { persisted?: boolean }) => {
    if (!persisted) return;
    shown = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
    for (const [transaction, repeat] of transactions) {
      // Firefox drops the transaction's own events.
      repeat();
      abort(transaction);
    }
  });

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

  const start = async (mode: IDBTransactionMode) => {
    const database = await connect();
    await shown;
    return database.transaction(storeName, mode, { durability: 'strict' }).objectStore(storeName);
  };

  const run: UseStore = async (mode, use) => {
    const store = await start(mode).catch(() => {
      opening = undefined;
      return start(mode);
    });
    const { transaction } = store;
    const interrupted = new Promise<void>((resolve) => transactions.set(transaction, resolve));
    const ended = Promise.resolve(use(store)).then((value) => ({ value }));
    const result = await Promise.race([ended, interrupted]).finally(() => transactions.delete(transaction));
    return result ? result.value : run(mode, use);
  };
  return run;
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed.
  }
}
