import { promisifyRequest, type UseStore } from 'idb-keyval';

import { kinds } from '#src/contract/kinds.ts';

import { isHere } from './sent-file.ts';
import type { Settings } from './settings.ts';
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
  /** Updates the settings in one transaction that also reads all records. `next`: as above. */
  changeSettings: (next: NextSettings) => Promise<Settings | undefined>;
  clear: () => Promise<void>;
};

/** The parts of files by sum. */
export type FileBytes = Record<string, ArrayBuffer[]>;

export type Next = (record: Submission | undefined) => Submission | undefined;
type NextSettings = (settings: Settings | undefined, all: Submission[]) => Settings | undefined;

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
  const isKnown = ({ v, kind }: Submission) => (v === 1 || v === 2) && kinds.includes(kind);

  const isSettings = (one: Submission | Settings): one is Settings => one.kind === 'settings';
  const submissionsIn = (all: (Submission | Settings)[]) =>
    all.filter((one): one is Submission => !isSettings(one) && isKnown(one)).sort((a, b) => a.at - b.at);

  return {
    list: async () => submissionsIn(await use('readonly', (store) => promisifyRequest(readRecords(store)))),

    change: (id, next, bytes = {}) =>
      write<Submission, Submission | undefined>(
        id,
        (store) => store.get(id),
        (before) => [before, before === undefined || isKnown(before) ? next(before) : before],
        (store, before, after) => writeParts(store, before, after, bytes),
      ),

    changeSettings: (next) =>
      write<Settings, (Submission | Settings)[]>('settings', readRecords, (all) => {
        const before = all.find(isSettings);
        return [before, before === undefined || before.v === 1 ? next(before, submissionsIn(all)) : before];
      }),

    part: (sha256, n) => use('readonly', (store) => promisifyRequest(store.get(partKey(sha256, n)))),

    async clear() {
      await use('readwrite', (store) => promisifyRequest(store.clear()));
      changed();
    },
  };

  /**
   * Reads and writes in one transaction. `next` returns what is stored under `key` before and afterwards; `writeMore` writes
   * what belongs to it.
   */
  async function write<T, Found>(
    key: string,
    read: (store: IDBObjectStore) => IDBRequest<Found>,
    next: (found: Found) => [before: T | undefined, after: T | undefined],
    writeMore?: (store: IDBObjectStore, before: T | undefined, after: T | undefined) => void,
  ): Promise<T | undefined> {
    const [before, after] = await use('readwrite', async (store) => {
      let result: [T | undefined, T | undefined] = [undefined, undefined];
      const reading = read(store);
      reading.onsuccess = () => {
        result = next(reading.result);
        const [before, after] = result;
        if (after === undefined) store.delete(key);
        else if (after !== before) store.put(after, key);
        writeMore?.(store, before, after);
      };
      // An exception in `next` aborts the transaction.
      await promisifyRequest(store.transaction);
      return result;
    });
    if (after !== before) changed();
    return after;
  }
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
  if (left.length === 0) return;
  const reading = readRecords(store);
  reading.onsuccess = () => {
    const others: Submission[] = reading.result;
    const listed = others.flatMap(filesHere);
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
