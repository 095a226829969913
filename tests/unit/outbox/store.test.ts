import { IDBFactory } from 'fake-indexeddb';
import { promisifyRequest } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

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
  globalThis.indexedDB = factory;
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

test.each([
  ['version', { v: 2, kind: 'apply' }],
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
  expect(await store.change('new', next)).toMatchObject(unknown);
  expect(next).not.toHaveBeenCalled();
  await store.clear();
  expect(await store.change('new', (record) => record)).toBeUndefined();
});
