import { promisifyRequest, type UseStore } from 'idb-keyval';

const storeName = 'keyval';

/** A storage that hangs must not hang the form. */
const patience = 10_000;

/**
 * Like idb-keyval's `createStore`, with two differences that an outbox needs: a connection that the browser closed
 * behind our back (https://github.com/jakearchibald/idb-keyval/issues/137) is opened again once, and a write of
 * `strict` durability counts only when it is on the disk.
 */
export function openDatabase(name: string, durability: IDBTransactionDurability): UseStore {
  let opening: Promise<IDBDatabase> | undefined;

  function connect(): Promise<IDBDatabase> {
    if (opening !== undefined) return opening;
    const forget = () => {
      opening = undefined;
    };
    opening = openOnce(name, forget);
    opening.catch(forget);
    return opening;
  }

  async function run<T>(
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => T | PromiseLike<T>,
  ): Promise<T> {
    const store = await connect()
      .then((database) => objectStore(database, mode, durability))
      .catch(async (error: unknown) => {
        if (!isClosed(error)) throw error;
        opening = undefined;
        return objectStore(await connect(), mode, durability);
      });
    return use(store);
  }

  return (mode, use) => inTime(run(mode, use));
}

/** What comes too late may happen all the same; whoever asked goes on without it. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new DOMException('This storage does not answer.', 'TimeoutError'));
    const timer = setTimeout(giveUp, patience);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function openOnce(name: string, onClose: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  const database = await promisifyRequest(request);
  database.onclose = onClose;
  database.onversionchange = () => {
    database.close();
    onClose();
  };
  return database;
}

function objectStore(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  durability: IDBTransactionDurability,
): IDBObjectStore {
  return database.transaction(storeName, mode, { durability }).objectStore(storeName);
}

function isClosed(error: unknown): boolean {
  return (
    error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError')
  );
}

/** Reads and writes in one transaction, so that nobody writes in between; undefined removes. Gives what is kept then. */
export function changeValue<T>(
  database: UseStore,
  key: string,
  change: (kept: T | undefined) => T | undefined,
): Promise<T | undefined> {
  return database('readwrite', (store) => {
    let next: T | undefined;
    const reading = store.get(key);
    reading.onsuccess = () => {
      next = change(reading.result as T | undefined);
      if (next === undefined) store.delete(key);
      else store.put(next, key);
    };
    return promisifyRequest(store.transaction).then(() => next);
  });
}
