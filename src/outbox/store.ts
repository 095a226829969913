import { promisifyRequest, type UseStore } from 'idb-keyval';

import { kinds } from '#src/contract/kinds.ts';

import { isHere } from './sent-file.ts';
import type { Submission } from './submission.ts';

const databaseName = 'hcs';
const storeName = 'submissions';
const responseTimeoutS = 5;

/** Rejects if the browser blocks storage or does not answer. */
export type Store = {
  /** Oldest first. */
  list: () => Promise<Submission[]>;
  /**
   * Updates a record in one transaction. `next` returns the new record, the same object for no change, or undefined to
   * delete it. Resolves to the result. Stores `bytes` of the files that the new record lists, and deletes those of files
   * that no record has here any more.
   */
  change: (id: string, next: Next, bytes?: FileBytes) => Promise<Submission | undefined>;
  /** One part of a file, from 0. */
  part: (sha256: string, n: number) => Promise<ArrayBuffer | undefined>;
  clear: () => Promise<void>;
};

/** The parts of files by sum. */
export type FileBytes = Record<string, ArrayBuffer[]>;

export type Next = (record: Submission | undefined) => Submission | undefined;

/** Parts have an array as their key, which comes after all records' keys: reading 5 MB with the records would take 45 ms. */
const partKey = (sha256: string, n: number) => [sha256, n];
const partsOf = (sha256: string) => IDBKeyRange.bound([sha256], [sha256, []]);
const recordKeys = () => IDBKeyRange.upperBound([], true);

const filesHere = (record: Submission | undefined) =>
  (record?.files ?? []).filter(isHere).map(({ sha256 }) => sha256);

/** Calls `changed` after each write. */
export function createStore(changed: () => void): Store {
  const use = openDatabase();
  // Leave records from other releases alone.
  const isKnown = ({ v, kind }: Submission) => (v === 1 || v === 2) && kinds.includes(kind);

  return {
    list: async () => {
      const all = await use('readonly', (store) =>
        promisifyRequest<Submission[]>(store.getAll(recordKeys())),
      );
      return all.filter(isKnown).sort((a, b) => a.at - b.at);
    },

    async change(id, next, bytes = {}) {
      const { before, after } = await use('readwrite', (store) => write(store, id, next, bytes));
      if (after !== before) changed();
      return after;
    },

    part: (sha256, n) => use('readonly', (store) => promisifyRequest(store.get(partKey(sha256, n)))),

    async clear() {
      await use('readwrite', (store) => promisifyRequest(store.clear()));
      changed();
    },
  };

  async function write(store: IDBObjectStore, id: string, next: Next, bytes: FileBytes) {
    let before: Submission | undefined;
    let after: Submission | undefined;
    const reading: IDBRequest<Submission | undefined> = store.get(id);
    reading.onsuccess = () => {
      before = reading.result;
      after = before === undefined || isKnown(before) ? next(before) : before;
      if (after === undefined) store.delete(id);
      else if (after !== before) store.put(after, id);
      const listed = filesHere(after);
      for (const sha256 of listed)
        for (const [n, part] of (bytes[sha256] ?? []).entries()) store.put(part, partKey(sha256, n));
      const left = filesHere(before).filter((sha256) => !listed.includes(sha256));
      if (left.length > 0) deleteUnlisted(store, left);
    };
    // An exception in `next` aborts the transaction.
    await promisifyRequest(store.transaction);
    return { before, after };
  }
}

/** Two records may have the same file. */
function deleteUnlisted(store: IDBObjectStore, left: string[]): void {
  const reading: IDBRequest<Submission[]> = store.getAll(recordKeys());
  reading.onsuccess = () => {
    const listed = reading.result.flatMap(filesHere);
    for (const sha256 of left) if (!listed.includes(sha256)) store.delete(partsOf(sha256));
  };
}

/**
 * Like idb-keyval's `createStore`, but writes are flushed to disk, a connection closed by Safari is reopened
 * (https://github.com/jakearchibald/idb-keyval/issues/137), and a database that does not answer is given up
 * (https://bugs.webkit.org/show_bug.cgi?id=226547). A page that enters the back/forward cache aborts its transactions and
 * repeats them when it is shown again: in WebKit they would block the store for all other pages.
 */
function openDatabase(): UseStore {
  let opening: Promise<IDBDatabase> | undefined;
  let shown: Promise<unknown> | undefined;
  /** One function for each call of `run` in progress, which makes it repeat. */
  const repeats = new Set<() => void>();

  globalThis.addEventListener?.('pagehide', ({ persisted }: Event & { persisted?: boolean }) => {
    if (!persisted) return;
    shown = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
    for (const repeat of repeats) repeat();
  });

  const open = async () => {
    const request = indexedDB.open(databaseName);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    const database = await promisifyRequest(request);
    // Do not block another tab that deletes or upgrades the database.
    database.onversionchange = () => database.close();
    return database;
  };

  const connect = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  /** Opens another connection the next time, and closes this one, which may still come. */
  const giveUp = (connection: Promise<IDBDatabase> | undefined) => {
    if (opening === connection) opening = undefined;
    connection?.then((database) => database.close()).catch(() => undefined);
  };

  const run: UseStore = async (mode, use) => {
    await shown;
    let connection: Promise<IDBDatabase> | undefined;
    let transaction: IDBTransaction | undefined;
    let isOver = false;

    async function begin(): Promise<IDBObjectStore> {
      connection = connect();
      const database = await connection;
      if (isOver) throw new Error('The database answered too late.');
      transaction = database.transaction(storeName, mode, { durability: 'strict' });
      return transaction.objectStore(storeName);
    }

    async function attempt() {
      const store = await begin().catch((error: unknown) => {
        if (isOver) throw error;
        giveUp(connection);
        return begin();
      });
      return { value: await use(store) };
    }

    let repeat: () => void = () => undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const interrupted = new Promise<void>((resolve, reject) => {
      // Settle first: Firefox drops the events of a transaction that is aborted on `pagehide`.
      const end = (settle: () => void) => {
        isOver = true;
        settle();
        abort(transaction);
      };
      repeat = () => end(resolve);
      let seconds = 0;
      // An interval, because a page that was blocked or asleep gets late answers after one late timeout.
      timer = setInterval(() => {
        seconds += 1;
        if (seconds < responseTimeoutS) return;
        giveUp(connection);
        end(() => reject(new Error(`IndexedDB has not answered for ${responseTimeoutS} seconds.`)));
      }, 1_000);
    });
    repeats.add(repeat);
    try {
      const result = await Promise.race([attempt(), interrupted]);
      if (result) return result.value;
    } finally {
      clearInterval(timer);
      repeats.delete(repeat);
    }
    return run(mode, use);
  };
  return run;
}

function abort(transaction: IDBTransaction | undefined): void {
  try {
    transaction?.abort();
  } catch {
    // It is being committed.
  }
}
