import { beforeEach, expect, test, vi } from 'vitest';

import { type Kind, newEntry } from '#src/outbox/entry.ts';
import { submitEntry } from '#src/outbox/first-attempt.ts';
import { flush, sendNow } from '#src/outbox/flush.ts';

import { type Fault, retryAfterSeconds } from './model-server.ts';
import { createWorld, type World } from './model-world.ts';

const email = 'visitor@example.com';
const payload = { name: 'N', email, mobile: '1', description: 'd', job: 'j', profile: 'p' };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

async function submitInto(world: World, kind: Kind, fault: Fault) {
  const actor = world.createActor();
  world.server.setFaults([fault]);
  const outcome = await actor.run((env) => submitEntry(newEntry('key', kind, payload, '', env.now()), env));
  return { outcome, waiting: (await world.createActor().env.store.list()).length };
}

test.each<[Kind, Fault, object, number]>([
  ['apply', 'ok', { type: 'sent', message: 'Thank you' }, 0],
  ['apply', 'offline', { type: 'waiting-offline', message: '' }, 1],
  ['apply', 'cut', { type: 'waiting-offline', message: '' }, 1],
  ['apply', '500', { type: 'refused', message: 'Error 446: Something went wrong!.' }, 0],
  ['apply', '429', { type: 'refused', message: 'Error 446: Something went wrong!.' }, 0],
  ['apply', '422', { type: 'refused', message: 'Objection 422' }, 0],
  ['subscribe', 'ok', { type: 'sent', message: 'Thank you' }, 0],
  ['subscribe', 'offline', { type: 'waiting-offline', message: '' }, 1],
  ['subscribe', '408', { type: 'waiting-service', message: '' }, 1],
  ['subscribe', '429', { type: 'waiting-service', message: '' }, 1],
  ['subscribe', '500', { type: 'waiting-service', message: '' }, 1],
  ['subscribe', 'html', { type: 'waiting-service', message: '' }, 1],
  ['subscribe', '422', { type: 'refused', message: 'Objection 422' }, 0],
])('%s that meets %s ends as the contract says', async (kind, fault, outcome, waiting) => {
  expect(await submitInto(createWorld(), kind, fault)).toEqual({ outcome, waiting });
});

test('what the server objects to after its form was closed stays in the outbox, with the reason', async () => {
  const world = createWorld();
  world.server.setFaults(['422']);
  const { env } = world.createActor();
  const entry = newEntry('key', 'apply', payload, '', env.now());
  expect(await submitEntry(entry, env, () => false)).toEqual({ type: 'refused', message: 'Objection 422' });
  expect(await env.store.list()).toMatchObject([{ id: 'key', payload, problem: 'Objection 422' }]);
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
  const { env } = world.createActor();
  world.server.setFaults(['409']);
  await flush(env, true);
  expect((await env.store.list())[0]).toMatchObject({ waitsFor: 'service', problem: undefined });
  world.server.setFaults(['422']);
  world.clock.now += 3_600_000;
  await flush(env, false);
  expect((await env.store.list())[0]?.problem).toBe('Objection 422');
});

test('Retry-After holds the flush back, while "Send now" goes at once and leaves a receipt', async () => {
  const world = createWorld();
  await submitInto(world, 'subscribe', '429');
  const actor = world.createActor();
  world.clock.now += (retryAfterSeconds - 1) * 1000;
  await flush(actor.env, true);
  expect(world.server.rowsOf(email)).toBe(0);
  actor.pressed = true;
  await sendNow(actor.env, 'key');
  expect(world.server.rowsOf(email)).toBe(1);
  expect(await actor.env.store.receipts()).toMatchObject([{ id: 'key', kind: 'subscribe' }]);
  expect(world.violations).toEqual([]);
});

test('a flush that is refused the lock sends nothing', async () => {
  const world = createWorld();
  await submitInto(world, 'apply', 'offline');
  const { env } = world.createActor();
  const busy = {
    ...env,
    locks: {
      request: (_name: string, _options: unknown, use?: unknown) => (use as (lock: null) => unknown)(null),
    },
  };
  expect(await flush(busy as typeof env, true)).toBeUndefined();
  expect(world.server.rowsOf(email)).toBe(0);
});
