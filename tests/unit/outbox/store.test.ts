import { IDBFactory } from 'fake-indexeddb';
import { promisifyRequest } from 'idb-keyval';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import type { SentFile } from '#src/outbox/sent-file.ts';
import { createStore } from '#src/outbox/store.ts';
import type { Submission } from '#src/outbox/submission.ts';

import { newRecord } from './records.ts';

const connections: IDBDatabase[] = [];

beforeEach(() => {
  connections.length = 0;
  const factory = new IDBFactory();
  const open = factory.open.bind(factory);
  factory.open = (name, version) => {
    const request = open(name, version);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  };
  vi.stubGlobal('indexedDB', factory);
});

afterEach(() => void vi.unstubAllGlobals());

const again = (record: Submission | undefined) => record && { ...record, attempts: record.attempts + 1 };

test('records are listed oldest first, changed and deleted; each change is announced, a read is not', async () => {
  const changed = vi.fn();
  const store = createStore(changed);
  await store.change('b', () => newRecord({ id: 'b', at: 2 }));
  await store.change('a', () => newRecord({ at: 1 }));
  expect(await store.change('b', again)).toMatchObject({ id: 'b', attempts: 2 });
  expect((await store.list()).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(await store.change('a', () => undefined)).toBeUndefined();
  expect((await store.list()).map(({ id }) => id)).toEqual(['b']);
  await store.change('b', (record) => record);
  await store.clear();
  expect(await store.list()).toEqual([]);
  expect(changed).toHaveBeenCalledTimes(5);
});

test('changes from two tabs to one record at the same time both count', async () => {
  const [one, other] = [createStore(() => undefined), createStore(() => undefined)];
  await one.change('a', () => newRecord());
  await Promise.all([one.change('a', again), other.change('a', again), one.change('a', again)]);
  expect(await other.list()).toMatchObject([{ attempts: 4 }]);
});

test('a connection closed by the browser is reopened', async () => {
  const store = createStore(() => undefined);
  await store.change('a', () => newRecord());
  for (const connection of connections.splice(0)) connection.close();
  expect(await store.change('a', again)).toMatchObject({ attempts: 2 });
});

test('each time, a database that cannot be opened is tried twice', async () => {
  const store = createStore(() => undefined);
  const { open } = indexedDB;
  let tries = 0;
  indexedDB.open = (...args) => {
    tries += 1;
    if (tries <= 3) throw new DOMException('Not now.', 'UnknownError');
    return open(...args);
  };
  await expect(store.list()).rejects.toThrow('Not now.');
  expect(await store.list()).toEqual([]);
  expect(tries).toBe(4);
});

test('in the back/forward cache a page blocks no other, and repeats what that interrupted', async () => {
  const other = createStore(() => undefined);
  await other.change('a', () => newRecord());
  const page = new EventTarget();
  vi.stubGlobal('onpagehide', null);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const store = createStore(() => undefined);
  await store.list();
  const [, connection] = connections;
  if (connection === undefined) throw new Error('The store has no connection.');
  const start = connection.transaction.bind(connection);
  const next = vi.fn(again);
  const isHidden = new Promise<void>((resolve) => {
    connection.transaction = (...args) => {
      connection.transaction = start;
      const hide = () => page.dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));
      // After all microtasks, like a task of the browser.
      process.nextTick(() => resolve(void hide()));
      return start(...args);
    };
  });
  const interrupted = store.change('a', next);
  await isHidden;
  const begun = store.change('a', next);
  expect(await other.change('a', again)).toMatchObject({ attempts: 2 });
  expect(next).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('pageshow'));
  await Promise.all([interrupted, begun]);
  expect(await other.list()).toMatchObject([{ attempts: 4 }]);
});

test('a database that does not answer within five seconds is given up, and what comes late does nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: answer, resolve: answerLate } = Promise.withResolvers<void>();
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (name, version) => {
    const request = open(name, version);
    const silent: { onsuccess?: () => void } = {};
    request.onupgradeneeded = () => request.result.createObjectStore('submissions');
    request.onsuccess = () => void answer.then(() => silent.onsuccess?.());
    return Object.defineProperty(silent, 'result', { get: () => request.result }) as never;
  };
  const store = createStore(() => undefined);
  const next = vi.fn(again);
  const changing = store.change('a', next);
  const refused = expect(changing).rejects.toThrow('has not answered');
  await vi.advanceTimersByTimeAsync(4_999);
  await vi.advanceTimersByTimeAsync(1);
  await refused;
  indexedDB.open = open;
  answerLate();
  await store.change('a', () => newRecord());
  const [first] = connections;
  expect(() => first?.transaction('submissions')).toThrow('InvalidStateError');
  expect(next).not.toHaveBeenCalled();
  expect(await store.change('a', again)).toMatchObject({ attempts: 2 });
});

test('a transaction that does not end within five seconds is aborted, and the next uses another connection', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = createStore(() => undefined);
  await store.change('a', () => newRecord());
  const [connection] = connections;
  if (connection === undefined) throw new Error('The store has no connection.');
  const reading: { onsuccess?: () => void } = {};
  const transaction = { abort: vi.fn(), objectStore: () => ({ get: () => reading, transaction }) };
  connection.transaction = () => transaction as never;
  const refused = expect(store.change('a', again)).rejects.toThrow('has not answered');
  await vi.advanceTimersByTimeAsync(5_000);
  await refused;
  expect(transaction.abort).toHaveBeenCalledOnce();
  expect(await store.change('a', again)).toMatchObject({ attempts: 2 });
  expect(connections).toHaveLength(2);
});

test('a connection does not block another tab that deletes the database', async () => {
  const store = createStore(() => undefined);
  await store.change('a', () => newRecord());
  const { promise: blocked, reject } = Promise.withResolvers<never>();
  const deleting = indexedDB.deleteDatabase('hcs');
  deleting.onblocked = () => reject(new Error('It is blocked.'));
  await Promise.race([promisifyRequest(deleting), blocked]);
  expect(await store.list()).toEqual([]);
});

test.each([
  ['version', { v: 3, kind: 'apply' }],
  ['kind', { v: 1, kind: 'toString' }],
])('a record of an unknown %s is left alone', async (_, unknown) => {
  const store = createStore(() => undefined);
  await store.change('a', () => newRecord());
  const [connection] = connections;
  const writing = connection?.transaction('submissions', 'readwrite').objectStore('submissions');
  if (writing === undefined) throw new Error('The store has no connection.');
  await promisifyRequest(writing.put({ ...newRecord({ id: 'new', state: 'waiting' }), ...unknown }, 'new'));
  expect((await store.list()).map(({ id }) => id)).toEqual(['a']);
  const next = vi.fn();
  await store.remove(({ id }) => id === 'new');
  expect(await store.change('new', next)).toMatchObject(unknown);
  expect(next).not.toHaveBeenCalled();
  await store.clear();
  expect(await store.change('new', (record) => record)).toBeUndefined();
});

const file = (sha256: string, state: SentFile['state'] = 'here'): SentFile => ({
  ...{ sha256, name: 'cv.pdf', size: 3, type: 'application/pdf', state, parts: 0 },
});
const bytes = (text: string) => [Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer];

test("a file's bytes are stored with its record, listed with none, and deleted once no record has it here", async () => {
  const store = createStore(() => undefined);
  const held = async (sha256: string) => (await store.part(sha256, 0))?.byteLength;
  await store.change('a', () => newRecord({ files: [file('one'), file('two')] }), {
    ...{ one: bytes('abc'), two: bytes('de'), unlisted: bytes('f') },
  });
  await store.change('b', () => newRecord({ id: 'b', files: [file('two')] }), { two: bytes('de') });
  expect((await store.list()).map(({ id }) => id)).toEqual(['a', 'b']);
  expect([await held('one'), await held('two'), await held('unlisted')]).toEqual([3, 2, undefined]);
  await store.change('a', (record) => record && { ...record, files: [file('one', 'arrived'), file('two')] });
  expect([await held('one'), await held('two')]).toEqual([undefined, 2]);
  await store.change('a', () => undefined);
  expect(await held('two')).toBe(2);
  await store.remove(({ id }) => id === 'b');
  expect(await held('two')).toBeUndefined();
  expect(await store.list()).toEqual([]);
});

test('a file that the device has no room for leaves its record as it was', async () => {
  const store = createStore(() => undefined);
  await store.change('a', () => newRecord());
  const [connection] = connections;
  const start = connection?.transaction.bind(connection);
  if (connection === undefined || start === undefined) throw new Error('The store has no connection.');
  connection.transaction = (...args) => {
    const transaction = start(...args);
    const records = transaction.objectStore('submissions');
    const put = records.put.bind(records);
    records.put = (value, key) => {
      if (Array.isArray(key)) throw new DOMException('full', 'QuotaExceededError');
      return put(value, key);
    };
    transaction.objectStore = () => records;
    return transaction;
  };
  const change = (record: Submission | undefined) => record && { ...record, files: [file('one')] };
  await expect(store.change('a', change, { one: bytes('abc') })).rejects.toThrow();
  expect((await store.list())[0]?.files).toBeUndefined();
  expect(await store.part('one', 0)).toBeUndefined();
});
