import { beforeEach, expect, test, vi } from 'vitest';

import { changeEntry, letGo } from '#src/outbox/change.ts';
import { type Kind, newEntry } from '#src/outbox/entry.ts';
import { submitEntry } from '#src/outbox/first-attempt.ts';
import { flush, sendNow } from '#src/outbox/flush.ts';
import { whenFree } from '#src/outbox/locks.ts';
import { ageLimit } from '#src/outbox/retry.ts';

import { retryAfterSeconds, type Weather } from './model-server.ts';
import { email, openForm, payload, submitAndClose, submitInto } from './model-submit.ts';
import { createWorld } from './model-world.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

test.each<[Kind, Weather, object, number]>([
  ['apply', 'ok', { type: 'sent', message: 'Thank you' }, 0],
  ['apply', 'offline', { type: 'waiting-offline' }, 1],
  ['apply', 'cut', { type: 'waiting-offline' }, 1],
  ['apply', '500', { type: 'refused', message: 'Error 446: Something went wrong!.' }, 0],
  ['apply', '429', { type: 'refused', message: 'Error 446: Something went wrong!.' }, 0],
  ['apply', '422', { type: 'refused', message: 'Objection 422' }, 0],
  ['subscribe', 'ok', { type: 'sent', message: 'Thank you' }, 0],
  ['subscribe', 'offline', { type: 'waiting-offline' }, 1],
  ['subscribe', '408', { type: 'waiting-service' }, 1],
  ['subscribe', '429', { type: 'waiting-service' }, 1],
  ['subscribe', '500', { type: 'waiting-service' }, 1],
  ['subscribe', 'html', { type: 'waiting-service' }, 1],
  ['subscribe', 'html 403', { type: 'waiting-service' }, 1],
  ['apply', 'html 403', { type: 'refused', message: 'Error 446: Something went wrong!.' }, 0],
  ['subscribe', '422', { type: 'refused', message: 'Objection 422' }, 0],
])('%s that meets %s ends as the contract says', async (kind, fault, outcome, waiting) => {
  expect(await submitInto(createWorld(), kind, fault)).toMatchObject({ outcome, waiting });
});

test.each<[Kind, Weather]>([
  ['apply', '422'],
  ['subscribe', '422'],
])(
  '%s that is answered %s after its form was closed stays in the outbox, with the reason',
  async (kind, met) => {
    const { entries } = await submitAndClose(createWorld(), kind, met);
    expect([...entries.values()]).toMatchObject([{ id: 'key', payload, problem: 'Objection 422' }]);
  },
);

test.each<[Kind, Weather]>([
  ['apply', '500'],
  ['apply', '429'],
  ['apply', '409'],
  ['subscribe', '409'],
])('%s that is answered %s after its form was closed is tried again', async (kind, met) => {
  const { entries } = await submitAndClose(createWorld(), kind, met);
  expect([...entries.values()]).toMatchObject([{ waitsFor: 'service', problem: undefined }]);
});

test('what arrives after its form was closed leaves a receipt', async () => {
  const { entries, receipts } = await submitAndClose(createWorld(), 'apply', 'ok');
  expect(entries.size).toBe(0);
  expect([...receipts.values()]).toMatchObject([{ id: 'key', kind: 'apply', about: 'Fitter' }]);
});

test('a page that dies between the answer and the thanks leaves a receipt', async () => {
  const world = createWorld();
  const env = world.createActor().env('press');
  await submitEntry(newEntry('key', 'apply', payload, '', env.now()), env, openForm);
  expect(world.disk.receipts.has('key')).toBe(true);
  await letGo(env, 'key');
  expect(world.disk.receipts.size).toBe(0);
});

test('with storage full the request is sent from memory, and only the form has what got no answer', async () => {
  const world = createWorld();
  world.device.storageFull = true;
  expect((await submitInto(world, 'apply', 'ok')).outcome).toMatchObject({ type: 'sent' });
  const unanswered = await submitInto(world, 'apply', 'offline');
  expect(unanswered).toMatchObject({ outcome: { type: 'not-kept' }, waiting: 0 });
});

test('a later objection stays with its message, and a later 409 is asked again', async () => {
  const world = createWorld();
  await submitInto(world, 'apply', 'offline');
  const env = world.createActor().env('sign');
  world.server.setWeather(['409']);
  await flush(env, true);
  expect((await env.store.list())[0]).toMatchObject({ waitsFor: 'service', problem: undefined });
  world.server.setWeather(['422']);
  world.clock.now += 3_600_000;
  await flush(env, false);
  expect((await env.store.list())[0]?.problem).toBe('Objection 422');
});

test('Retry-After holds the flush back, while "Send now" goes at once and leaves a receipt', async () => {
  const world = createWorld();
  await submitInto(world, 'subscribe', '429');
  const actor = world.createActor();
  world.clock.now += (retryAfterSeconds - 1) * 1000;
  expect(await flush(actor.env('sign'), true)).toBe(1);
  expect(world.server.rowsOf(email)).toBe(0);
  await sendNow(actor.env('press'), 'key');
  expect(world.server.rowsOf(email)).toBe(1);
  expect(world.disk.receipts.get('key')).toMatchObject({ id: 'key', kind: 'subscribe' });
  expect(world.watch.violations).toEqual([]);
});

test('a full device is asked once, not once a second, and Retry-After holds there too', async () => {
  const world = createWorld();
  await submitInto(world, 'subscribe', 'offline');
  world.device.storageFull = true;
  const env = world.createActor().env('time');
  world.clock.now += 10_000;
  world.server.setWeather(['429']);
  await flush(env, false);
  world.clock.now += (retryAfterSeconds - 1) * 1000;
  await flush(env, true);
  expect(world.server.rowsOf(email)).toBe(0);
  world.clock.now += 1000;
  expect(await flush(env, false)).toBe(0);
  expect(world.server.rowsOf(email)).toBe(1);
  // The receipt is told though it could not be written, and the entry is sent by this page no more.
  expect(await env.store.receipts()).toMatchObject([{ id: 'key' }]);
  expect(await env.store.list()).toEqual([]);
});

test("what has waited too long is sent on the visitor's word only", async () => {
  const world = createWorld();
  await submitInto(world, 'apply', 'offline');
  world.clock.now += ageLimit + 1;
  const { env } = world.createActor();
  expect(await flush(env('sign'), true)).toBe(0);
  expect(world.server.rowsOf(email)).toBe(0);
  await sendNow(env('press'), 'key');
  expect(world.server.rowsOf(email)).toBe(1);
});

test('a correction waits for the attempt under way, and is not sent once the old version may have arrived', async () => {
  const world = createWorld();
  const { entries } = await submitAndClose(world, 'apply', '422');
  const [refused] = [...entries.values()];
  if (refused === undefined) throw new Error('Nothing was kept');
  const env = world.createActor().env('press');
  const changed = { ...payload, email: 'corrected@example.com' };
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = whenFree(env, 'hcs-outbox-entry-key', () => promise);
  const waiting = changeEntry(env, refused, changed);
  await new Promise((soon) => setImmediate(soon));
  expect([...entries.values()], 'not before its turn').toEqual([refused]);
  resolve();
  await busy;
  const id = await waiting;
  expect([...entries.values()]).toMatchObject([{ id, payload: changed }]);
  world.server.setWeather(['cut']);
  await sendNow(env, String(id));
  const [sent] = [...entries.values()];
  expect(sent && (await changeEntry(env, sent, payload))).toBeUndefined();
});

test('"Send now" takes the old objection back before it sends', async () => {
  const world = createWorld();
  await submitAndClose(world, 'apply', '422');
  const page = world.createActor();
  const { fetch, ...env } = page.env('press');
  const seen: unknown[] = [];
  const watching: typeof fetch = (url, init) => {
    seen.push(world.disk.entries.get('key')?.problem);
    return fetch(url, init);
  };
  await sendNow({ ...env, fetch: watching }, 'key');
  expect(seen).toEqual([undefined]);
});

test('a subscription takes the place of what waits for the same address, and of nothing else', async () => {
  const world = createWorld();
  const env = world.createActor().env('press');
  const other = { ...payload, email: 'other@example.com' };
  for (const [id, said] of Object.entries({ misspelt: payload, other, corrected: payload })) {
    world.server.setWeather(['500']);
    await submitEntry(newEntry(id, 'subscribe', said, '', env.now()), env, openForm);
  }
  world.server.setWeather(['offline']);
  await submitEntry(newEntry('application', 'apply', payload, '', env.now()), env, openForm);
  expect([...world.disk.entries.keys()]).toEqual(['other', 'corrected', 'application']);
});

test('a page that is put away again before it could tell waits once more', async () => {
  const world = createWorld();
  const env = world.createActor().env('press');
  let looks = 0;
  const seen = async () => {
    looks += 1;
  };
  const form = { isOpen: () => true, isVisible: () => looks > 1, seen };
  await submitEntry(newEntry('key', 'apply', payload, '', env.now()), env, form);
  expect(looks).toBe(2);
});
