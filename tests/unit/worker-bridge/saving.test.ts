import { expect, onTestFinished, test, vi } from 'vitest';
import { messageSW } from 'workbox-window';

import { hasForgotten } from '#src/worker-bridge/forgetting.ts';
import { askToKeep } from '#src/worker-bridge/saving.ts';

vi.mock('workbox-window', () => ({ messageSW: vi.fn() }));
vi.mock('#src/worker-bridge/forgetting.ts', () => ({ hasForgotten: vi.fn() }));

function silentWorker() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const messages = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker: messages });
  vi.stubGlobal('window', { setTimeout });
  vi.mocked(messageSW).mockReturnValue(new Promise(() => {}));
  let end: 'open' | unknown = 'open';
  void askToKeep({} as ServiceWorker, [], { site: true }).then((answer) => {
    end = answer;
  });
  return { tellsStep: () => messages.dispatchEvent(new Event('message')), end: () => end };
}

test('a worker that the browser has ended is not waited for', async () => {
  const { end } = silentWorker();
  await vi.advanceTimersByTimeAsync(61_000);
  expect(end(), 'what it says is kept').toBe('nothing');
});

test('a worker that goes on is waited for, however long it takes', async () => {
  const { end, tellsStep } = silentWorker();
  for (let step = 0; step < 5; step += 1) {
    await vi.advanceTimersByTimeAsync(50_000);
    tellsStep();
  }
  expect(end()).toBe('open');
});

test('once everything is deleted no worker is asked to keep anything', async () => {
  vi.mocked(hasForgotten).mockReturnValueOnce(true);
  vi.mocked(messageSW).mockReset();
  expect(await askToKeep({} as ServiceWorker, [])).toBe('nothing');
  expect(messageSW).not.toHaveBeenCalled();
});
