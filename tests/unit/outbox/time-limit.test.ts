import { expect, test, vi } from 'vitest';

import { timeLimit } from '#src/outbox/time-limit.ts';

test('a signal aborts at its time and not before, also where AbortSignal.timeout is missing', () => {
  vi.useFakeTimers();
  vi.stubGlobal('AbortSignal', class {});
  const signal = timeLimit(1_000);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.aborted).toBe(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
