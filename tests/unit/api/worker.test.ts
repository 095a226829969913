import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { updates } from '#src/state/connection.ts';

const reload = vi.fn();
let registration: { waiting: ServiceWorker | null };

/** A worker that came to wait, and what it was told. */
function waitingWorker() {
  const told: unknown[] = [];
  const worker = Object.assign(new EventTarget(), {
    state: 'installed',
    postMessage: (message: unknown) => told.push(message),
  });
  return { worker, told };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  reload.mockClear();
  updates.takingOver = false;
  registration = { waiting: null };
  const location = Object.assign(new URL('https://hcs.example/'), { reload });
  vi.stubGlobal('location', location);
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => registration, controller: {} },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Presses "Update" while `worker` waits. */
async function press(worker?: object) {
  Object.assign(registration, { waiting: worker ?? null });
  const { applyUpdate } = await import('#src/api/worker.ts');
  void applyUpdate();
  void applyUpdate();
  await vi.advanceTimersByTimeAsync(0);
}

test('"Update" has the waiting worker take over, and loads the page once', async () => {
  const { worker, told } = waitingWorker();
  await press(worker);
  expect([told, reload.mock.calls.length]).toEqual([[{ type: 'SKIP_WAITING' }], 0]);
  worker.state = 'activated';
  worker.dispatchEvent(new Event('statechange'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('"Update" waits five seconds at most for a worker that does not take over', async () => {
  const { worker } = waitingWorker();
  await press(worker);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(reload).toHaveBeenCalledOnce();
});

test('where nothing waits any more "Update" loads the page', async () => {
  await press();
  expect(reload).toHaveBeenCalledOnce();
});

test('after "Delete everything" no worker is asked for anything, and what an unregistered one kept goes', async () => {
  vi.stubGlobal('location', new URL('https://hcs.example/saved?deleted'));
  const deleteCache = vi.fn();
  vi.stubGlobal('caches', { keys: async () => ['images'], delete: deleteCache });
  Object.assign(navigator.serviceWorker, { getRegistrations: async () => [] });
  const { checkForUpdate, requestSave, startWorker } = await import('#src/api/worker.ts');
  // Whatever they would do fails: neither `document` nor `addEventListener` is here.
  await startWorker();
  expect(deleteCache).toHaveBeenCalledWith('images');
  await checkForUpdate();
  expect(await requestSave({ all: true })).toBe('nothing');
});
