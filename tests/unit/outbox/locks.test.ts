import { beforeEach, expect, test, vi } from 'vitest';

import { flush, flushInTurn } from '#src/outbox/flush.ts';
import { ifFree, whenFree } from '#src/outbox/locks.ts';

import { email, submitInto } from './model-submit.ts';
import { createWorld } from './model-world.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

test('a flush that finds another one at it sends nothing; a patient one counts nothing as done that is left', async () => {
  const world = createWorld();
  await submitInto(world, 'apply', 'offline');
  const env = world.createActor().env('sign');
  const { promise, resolve } = Promise.withResolvers<void>();
  const busy = whenFree(env, 'hcs-outbox-flush', () => promise);
  expect(await flush(env, true)).toBeUndefined();
  expect(world.server.rowsOf(email)).toBe(0);
  world.server.setWeather(['offline']);
  const patient = flush(env, true, whenFree);
  resolve();
  await busy;
  expect(await patient).toBe(1);
});

test('a tab that was frozen while it was sending holds nothing back for longer than patience', async () => {
  const world = createWorld();
  await submitInto(world, 'apply', 'offline');
  const frozen = world.createActor().env('sign');
  void whenFree(frozen, 'hcs-outbox-flush', () => new Promise(() => undefined));
  void whenFree(frozen, 'hcs-outbox-entry-key', () => new Promise(() => undefined));
  vi.useFakeTimers();
  world.clock.now += 10_000;
  const flushing = flushInTurn(world.createActor().env('time'), false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(world.server.rowsOf(email), 'an attempt may take that long').toBe(0);
  await vi.advanceTimersByTimeAsync(40_000);
  vi.useRealTimers();
  await flushing;
  expect(world.server.rowsOf(email)).toBe(1);
});

test('an entry that another sender has in hand counts as left', async () => {
  const world = createWorld();
  await submitInto(world, 'apply', 'offline');
  const env = world.createActor().env('sign');
  await ifFree(env, 'hcs-outbox-entry-key', async () => expect(await flush(env, true)).toBe(1));
});
