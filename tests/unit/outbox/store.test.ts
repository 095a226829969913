import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { promisifyRequest } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';

import { openDatabase } from '#src/outbox/database.ts';
import { newEntry, type OutboxEntry } from '#src/outbox/entry.ts';
import { flush } from '#src/outbox/flush.ts';
import { createOutboxStore, type OutboxStore } from '#src/outbox/store.ts';

import { createDisk, createModelStore } from './model-store.ts';
import { payload } from './model-submit.ts';
import { createWorld } from './model-world.ts';

const connections: IDBDatabase[] = [];

beforeEach(() => {
  const factory = new IDBFactory();
  const open = factory.open.bind(factory);
  factory.open = (name, version) => {
    const request = open(name, version);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  };
  globalThis.indexedDB = factory;
});

type Call = { name: keyof OutboxStore | 'connection closed'; id: string; other: string; attempts: number };

const call = fc.record<Call>({
  name: fc.constantFrom(
    ...(['list', 'read', 'put', 'put', 'update', 'remove', 'settle', 'exchange', 'receipts'] as const),
    ...(['forgetReceipts', 'connection closed'] as const),
  ),
  id: fc.constantFrom('a', 'b', 'c'),
  other: fc.constantFrom('a', 'b', 'c', 'd'),
  attempts: fc.nat({ max: 9 }),
});

function make(id: string, attempts: number): OutboxEntry {
  return { ...newEntry(id, 'subscribe', { name: 'N', email: 'e' }, '', id.charCodeAt(0)), attempts };
}

async function run(store: OutboxStore, { name, id, other, attempts }: Call): Promise<unknown> {
  if (name === 'put' || name === 'update') return store[name](make(id, attempts));
  if (name === 'exchange') return store.exchange(id, make(other, attempts));
  if (name === 'settle')
    return store.settle({ id, kind: 'subscribe', about: '', sentAt: attempts }).catch(() => 'not there');
  if (name === 'forgetReceipts') return store.forgetReceipts([id, other]);
  if (name === 'read' || name === 'remove') return store[name](id);
  if (name === 'connection closed') return undefined;
  const listed = await store[name]();
  return listed.sort((a, b) => a.id.localeCompare(b.id));
}

test('the store on the device does what the model of it does, also after the browser closed its connection', async () => {
  let databases = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 15 }), async (calls) => {
      const real = createOutboxStore(openDatabase(`hcs-${databases++}`, 'strict'));
      const model = createModelStore(createDisk());
      for (const next of calls) {
        if (next.name === 'connection closed') for (const database of connections.splice(0)) database.close();
        expect(await run(real, next), next.name).toEqual(await run(model, next));
      }
      expect(await real.list()).toEqual(await model.list());
    }),
    { numRuns: 60 },
  );
});

/** As the first version of the site wrote it; devices out there still hold such entries. */
const firstVersion = {
  id: '1f0c6a3e-5d0b-4c0e-9a3d-0c9b7a1e2f40',
  about: 'Firmware Engineer',
  createdAt: 1_799_999_000_000,
  attempts: 3,
  nextAttemptAt: 1_799_999_900_000,
  waitsFor: 'offline',
  problem: undefined,
  kind: 'apply',
  payload: {
    name: 'Mutinta Banda',
    email: 'visitor@example.com',
    mobile: '+260970000000',
    description: 'I solder.',
    job: 'fw',
    profile: 'https://profiles.example/mutinta',
  },
};

test('what the first version of the site left in the outbox is read, and sent under its key', async () => {
  const opening = indexedDB.open('hcs-outbox');
  opening.onupgradeneeded = () => opening.result.createObjectStore('keyval');
  const database = await promisifyRequest(opening);
  const writing = database.transaction('keyval', 'readwrite');
  writing.objectStore('keyval').put(firstVersion, firstVersion.id);
  await promisifyRequest(writing);
  const world = createWorld();
  const store = createOutboxStore(openDatabase('hcs-outbox', 'strict'));
  const env = { ...world.createActor().env('press'), store };
  world.watch.onKeep(firstVersion.id);
  expect(await flush(env, false)).toBe(0);
  expect(world.server.knows(firstVersion.id)).toBe(true);
  expect(await store.list()).toEqual([]);
  expect(await store.receipts()).toMatchObject([{ id: firstVersion.id, about: 'Firmware Engineer' }]);
});

test('a storage that never answers is given up after a while', async () => {
  indexedDB.open = () => ({}) as IDBOpenDBRequest;
  vi.useFakeTimers();
  const listing = createOutboxStore(openDatabase('hcs-silent', 'strict')).list();
  const ended = expect(listing).rejects.toThrow('does not answer');
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  await ended;
});

test('a page that a service asked to wait does so, though the device knows only of another sender without an answer', async () => {
  const world = createWorld();
  const { store } = world.createActor().env('sign');
  const { now } = world.clock;
  const entry = newEntry('key', 'apply', payload, 'Fitter', now);
  await store.put(entry);
  world.device.storageFull = true;
  await store.update({ ...entry, attempts: 1, waitsFor: 'service', nextAttemptAt: now + 40_000 });
  const other = { ...entry, attempts: 2, nextAttemptAt: now + 4_000 };
  world.disk.entries.set('key', other);
  expect(await store.read('key')).toMatchObject({
    attempts: 2,
    waitsFor: 'service',
    nextAttemptAt: now + 40_000,
  });
  // Of another year, by a clock that was set back since.
  await store.update({ ...entry, attempts: 1, waitsFor: 'service', nextAttemptAt: now + 400 * 86_400_000 });
  expect(await store.read('key')).toMatchObject({ waitsFor: 'offline', nextAttemptAt: now + 4_000 });
  world.disk.entries.set('key', { ...other, problem: 'No' });
  expect(await store.read('key')).toMatchObject({ waitsFor: 'offline', problem: 'No' });
});
