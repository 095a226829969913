import 'fake-indexeddb/auto';

import { expect, test, vi } from 'vitest';

import type { ApplicationStatus } from '#src/contract/application-status.ts';
import { openDatabase } from '#src/outbox/database.ts';
import { newEntry } from '#src/outbox/entry.ts';
import { submitEntry } from '#src/outbox/first-attempt.ts';
import { flush, sendNow } from '#src/outbox/flush.ts';
import { createFollowedStore } from '#src/outbox/followed.ts';

import { secretOf } from './model-server.ts';
import { createDisk, createModelFollowed } from './model-store.ts';
import { openForm, payload } from './model-submit.ts';
import { createWorld } from './model-world.ts';

const status: ApplicationStatus = { job: 'j', createdAt: '2026-11-22T08:00:00.000Z', state: 'read' };
const entry = newEntry('key', 'apply', payload, 'Fitter', createWorld().clock.now);
const followed = { secret: secretOf('key'), about: 'Fitter' };

test.each([
  ['device', createFollowedStore(openDatabase('hcs-followed', 'strict'))],
  ['model', createModelFollowed(createDisk())],
])('the %s keeps what it knows of an application when it is sent once more', async (_, store) => {
  await store.keep({ ...followed, known: { status, at: 5 } });
  await store.keep(followed);
  await store.keep({ secret: 'another', about: '' });
  expect(await store.read(followed.secret)).toEqual({ ...followed, known: { status, at: 5 } });
  await store.remove('another');
  expect(await store.list()).toHaveLength(1);
  await store.removeAll();
  expect(await store.list()).toEqual([]);
});

test.each([
  ['device', createFollowedStore(openDatabase('hcs-heard', 'strict'))],
  ['model', createModelFollowed(createDisk())],
])('what is heard of an application that the %s let go of does not bring it back', async (_, store) => {
  await store.keep(followed);
  await store.hear({ secret: followed.secret, about: '', known: { status, at: 5 } });
  expect(await store.read(followed.secret)).toEqual({ ...followed, known: { status, at: 5 } });
  await store.remove(followed.secret);
  await store.hear({ ...followed, known: { status, at: 6 } });
  expect(await store.list()).toEqual([]);
});

test('an application that arrives can be followed, whoever sent it', async () => {
  const world = createWorld();
  expect(await submitEntry(entry, world.createActor().env('press'), openForm)).toMatchObject({
    type: 'sent',
    secret: followed.secret,
  });
  expect([...world.disk.followed.values()]).toEqual([followed]);
  const later = createWorld();
  const worker = later.createActor(false).env('sign');
  await worker.store.put(entry);
  await flush(worker, true);
  expect([...later.disk.followed.values()]).toEqual([followed]);
  expect([...later.disk.receipts.values()]).toMatchObject([{ id: 'key', secret: followed.secret }]);
});

test('where the device does not take the secret, form and receipt have it all the same', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const world = createWorld();
  const actor = world.createActor().env('press');
  const env = { ...actor, followed: { ...actor.followed, keep: () => Promise.reject(new Error('full')) } };
  const outcome = await submitEntry(entry, env, openForm);
  expect(outcome).toMatchObject({ type: 'sent', secret: followed.secret });
  expect(world.disk.entries.size).toBe(0);
  expect([...world.disk.receipts.values()]).toMatchObject([{ secret: followed.secret }]);
});

test('what was deleted on its way and arrived is told by this page, and nothing of it is on the device', async () => {
  const world = createWorld();
  const env = world.createActor().env('press');
  await env.store.put(entry);
  const send = env.fetch;
  env.fetch = async (...given) => {
    const answer = await send(...given);
    await env.store.remove('key');
    return answer;
  };
  await sendNow(env, 'key');
  expect(await env.store.receipts()).toMatchObject([{ id: 'key', about: 'Fitter' }]);
  const { entries, receipts, followed } = world.disk;
  expect([entries.size, receipts.size, followed.size]).toEqual([0, 0, 0]);
});
