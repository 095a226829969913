// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { outboxEnvironment } from '#src/api/outbox-environment.ts';
import { newEntry } from '#src/outbox/entry.ts';
import { flushInTurn } from '#src/outbox/flush.ts';
import { startOutbox } from '#src/status/outbox-triggers.ts';

import { createWorld } from './outbox/model-world.ts';

vi.mock('#src/outbox/flush.ts', () => ({ flushInTurn: vi.fn() }));
vi.mock('#src/api/outbox-environment.ts', () => ({ outboxEnvironment: vi.fn() }));

test('a storage that fails for a moment does not end the tries of this page', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.useFakeTimers();
  const env = createWorld().createActor().env('time');
  vi.mocked(outboxEnvironment).mockReturnValue(env);
  await env.store.put(newEntry('key', 'subscribe', { name: 'N', email: 'e@example.com' }, '', env.now()));
  const list = vi.spyOn(env.store, 'list').mockRejectedValue(new DOMException('lost', 'UnknownError'));
  startOutbox();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(list).toHaveBeenCalledTimes(2);
  list.mockRestore();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(flushInTurn).toHaveBeenCalledWith(env, false);
});
