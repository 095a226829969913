import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messageSW } from 'workbox-window';

import { readTraffic } from '#src/worker-bridge/traffic.ts';
import { costOfReader } from '#src/worker-bridge/worker-in-charge.ts';

vi.mock('workbox-window', () => ({ messageSW: vi.fn() }));

const worker = {} as ServiceWorker;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { serviceWorker: new EventTarget() });
  vi.stubGlobal('window', { setTimeout });
  vi.mocked(messageSW).mockReturnValue(new Promise(() => {}));
});

afterEach(() => void vi.useRealTimers());

test.each([
  ['the count', readTraffic],
  ['the price', costOfReader],
])('a worker that has fallen silent is not asked for %s for ever', async (_, ask) => {
  let answer: unknown = 'open';
  void ask(worker).then((given) => {
    answer = given;
  });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(answer).toBeUndefined();
});
