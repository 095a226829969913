import { promisifyRequest, type UseStore } from 'idb-keyval';

import { kinds } from '#src/contract/form-kinds.ts';

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
  /** Deletes all records for which `isGone`, with the bytes of their files, in one transaction. */
  remove: (isGone: (record: Submission) => boolean) => Promise<void>;
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
const readRecords = (store: IDBObjectStore): IDBRequest => store.getAll(IDBKeyRange.upperBound([], true));

const filesHere = (record: Submission | undefined) =>
  (record?.files ?? []).filter(isHere).map(({ sha256 }) => sha256);

/** Calls `changed` after each write. */
export function createStore(changed: () => void): Store {
  const use = openDatabase();
  // Leave records from other releases alone.
  const isKnown = ({ v, kind }: Submission) => v === 1 && kinds.includes(kind);

  return {
    async list() {
      const all: Submission[] = await use('readonly', (store) => promisifyRequest(readRecords(store)));
      return all.filter(isKnown).sort((a, b) => a.at - b.at);
    },

    async change(id, next, bytes = {}) {
      const [before, after] = await use('readwrite', async (store) => {
        let result: [before?: Submission, after?: Submission | undefined] = [];
        const reading: IDBRequest<Submission | undefined> = store.get(id);
        reading.onsuccess = () => {
          const before = reading.result;
          const after = before === undefined || isKnown(before) ? next(before) : before;
          result = [before, after];
          if (after === undefined) store.delete(id);
          else if (after !== before) store.put(after, id);
          writeParts(store, before, after, bytes);
        };
        // An exception in `next` aborts the transaction.
        await promisifyRequest(store.transaction);
        return result;
      });
      if (after !== before) changed();
      return after;
    },

    async remove(isGone) {
      await use('readwrite', async (store) => {
        const reading: IDBRequest<Submission[]> = readRecords(store);
        reading.onsuccess = () => {
          const gone = reading.result.filter((record) => isKnown(record) && isGone(record));
          for (const { id } of gone) store.delete(id);
          deleteUnlisted(store, gone.flatMap(filesHere));
        };
        await promisifyRequest(store.transaction);
      });
      changed();
    },

    part: (sha256, n) => use('readonly', (store) => promisifyRequest(store.get(partKey(sha256, n)))),

    async clear() {
      await use('readwrite', (store) => promisifyRequest(store.clear()));
      changed();
    },
  };
}

/** Stores the parts of files that a record now has here, and deletes those of files that no record has here any more. */
function writeParts(
  store: IDBObjectStore,
  before: Submission | undefined,
  after: Submission | undefined,
  bytes: FileBytes,
): void {
  const here = filesHere(after);
  for (const sha256 of here)
    for (const [n, part] of (bytes[sha256] ?? []).entries()) store.put(part, partKey(sha256, n));
  const left = filesHere(before).filter((sha256) => !here.includes(sha256));
  if (left.length > 0) deleteUnlisted(store, left);
}

function deleteUnlisted(store: IDBObjectStore, left: string[]): void {
  const reading: IDBRequest<Submission[]> = readRecords(store);
  reading.onsuccess = () => {
    const listed = reading.result.flatMap(filesHere);
    for (const sha256 of left) if (!listed.includes(sha256)) store.delete(partsOf(sha256));
  };
}

/** Why a page that enters the back/forward cache aborts its transactions. */
const hidden = new Error('The page is in the back/forward cache.');

/**
 * Like idb-keyval's `createStore`, but writes are flushed to disk, a connection closed by Safari is reopened
 * (https://github.com/jakearchibald/idb-keyval/issues/137), and a database that does not answer is given up. What a page aborts
 * when it enters the back/forward cache is repeated when it is shown again: in WebKit it would block the store for all other
 * pages.
 */
function openDatabase(): UseStore {
  let opening: Promise<IDBDatabase> | undefined;
  let shown: Promise<unknown> | undefined;
  const running = new Set<AbortController>();

  globalThis.addEventListener?.('pagehide', ({ persisted }: Event & { persisted?: boolean }) => {
    if (!persisted) return;
    shown = new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
    for (const one of running) one.abort(hidden);
  });

  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(databaseName);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    const database = await promisifyRequest(request);
    // Do not block another tab that deletes or upgrades the database.
    database.onversionchange = () => database.close();
    return database;
  }

  /** Begins a transaction, over another connection if the last one is closed. Ends it with the signal. */
  async function begin(
    mode: IDBTransactionMode,
    signal: AbortSignal,
    isLast = false,
  ): Promise<IDBObjectStore> {
    opening ??= open();
    const connection = opening;
    /** Opens another connection the next time, and closes this one, which may still come. */
    const giveUp = () => {
      if (opening === connection) opening = undefined;
      connection.then((database) => database.close()).catch(() => undefined);
    };
    signal.addEventListener('abort', () => signal.reason !== hidden && giveUp());
    try {
      const database = await connection;
      signal.throwIfAborted();
      const transaction = database.transaction(storeName, mode, { durability: 'strict' });
      signal.addEventListener('abort', () => abort(transaction));
      return transaction.objectStore(storeName);
    } catch (error) {
      if (signal.aborted) throw error;
      giveUp();
      if (isLast) throw error;
      return begin(mode, signal, true);
    }
  }

  return async function run(mode, use) {
    await shown;
    const ending = new AbortController();
    // Reject first: Firefox drops the events of a transaction that is aborted on `pagehide`.
    const ended = new Promise<never>((_, reject) => {
      ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
    });
    let seconds = 0;
    // An interval, because a page that was blocked or asleep gets late answers after one late timeout.
    const timer = setInterval(() => {
      seconds += 1;
      if (seconds < responseTimeoutS) return;
      ending.abort(new Error(`IndexedDB has not answered for ${responseTimeoutS} seconds.`));
    }, 1_000);
    running.add(ending);
    try {
      return await Promise.race([begin(mode, ending.signal).then(use), ended]);
    } catch (error) {
      if (error !== hidden) throw error;
    } finally {
      clearInterval(timer);
      running.delete(ending);
    }
    return run(mode, use);
  };
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It is being committed.
  }
}
