import { expect, onTestFinished, test, vi } from 'vitest';
import { messageSW } from 'workbox-window';

import { askPatiently } from '#src/worker-bridge/saving.ts';

vi.mock('workbox-window', () => ({ messageSW: vi.fn() }));

function silentWorker() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const messages = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker: messages });
  vi.stubGlobal('window', { setTimeout });
  vi.mocked(messageSW).mockReturnValue(new Promise(() => {}));
  let end: 'open' | unknown = 'open';
  void askPatiently({} as ServiceWorker, { type: 'keep', urls: [], site: true }).then((answer) => {
    end = answer;
  });
  return { tellsStep: () => messages.dispatchEvent(new Event('message')), end: () => end };
}

test('a worker that the browser has ended is not waited for', async () => {
  const { end } = silentWorker();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(end()).toBeUndefined();
});

test('a worker that goes on is waited for, however long it takes', async () => {
  const { end, tellsStep } = silentWorker();
  for (let step = 0; step < 5; step += 1) {
    await vi.advanceTimersByTimeAsync(50_000);
    tellsStep();
  }
  expect(end()).toBe('open');
});
