import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

const reload = vi.fn();
const told: unknown[] = [];
let registration: { waiting: object | null };
/** Lets all promises settle without advancing timers. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  reload.mockClear();
  told.length = 0;
  registration = { waiting: null };
  vi.stubGlobal('location', Object.assign(new URL('https://hcs.example/'), { reload }));
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => registration, controller: {} },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// Otherwise its listeners would react to later tests in this process.
afterAll(() => void vi.resetModules());

/** Presses "Update" twice while a worker is waiting. */
async function pressUpdateTwice() {
  const postMessage = (message: unknown) => told.push(message);
  const worker = Object.assign(new EventTarget(), { state: 'installed', postMessage });
  registration.waiting = worker;
  const { applyUpdate } = await import('#src/worker/worker.ts');
  void applyUpdate();
  void applyUpdate();
  await settle();
  return worker;
}

test('a visitor who stays because of unsaved text can press "Update" again', async () => {
  const { applyUpdate } = await import('#src/worker/worker.ts');
  const { updates } = await import('#src/state/updates.ts');
  await applyUpdate();
  expect([reload.mock.calls.length, updates.takingOver]).toEqual([1, false]);
});

test('"Update" lets the waiting worker take over, and reloads the page once', async () => {
  const worker = await pressUpdateTwice();
  expect([told, reload.mock.calls.length]).toEqual([[{ type: 'SKIP_WAITING' }], 0]);
  worker.state = 'activated';
  worker.dispatchEvent(new Event('statechange'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalledOnce();
});

test('"Update" waits at most five seconds for a worker that does not take over', async () => {
  await pressUpdateTwice();
  await vi.advanceTimersByTimeAsync(4_900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(reload).toHaveBeenCalledOnce();
});

test('after "Delete everything" no worker is asked for anything, and the cache of an unregistered one is deleted', async () => {
  vi.stubGlobal('location', new URL('https://hcs.example/saved?deleted'));
  const deleteCache = vi.fn();
  vi.stubGlobal('caches', { keys: async () => ['images'], delete: deleteCache });
  Object.assign(navigator.serviceWorker, { getRegistrations: async () => [] });
  const { checkForUpdate, requestSave, startWorker } = await import('#src/worker/worker.ts');
  // There is no `document` or `addEventListener`, so anything else they do would fail.
  await startWorker();
  expect(deleteCache).toHaveBeenCalledWith('images');
  await checkForUpdate();
  expect(await requestSave({})).toBe('nothing');
});

test('a page opened while the worker is being registered waits for it', async () => {
  const registered = Promise.withResolvers<undefined>();
  Object.assign(navigator.serviceWorker, { getRegistration: () => registered.promise });
  const { startWorker } = await import('#src/worker/worker.ts');
  const isReady = vi.fn();
  void startWorker();
  void startWorker().then(isReady);
  await settle();
  expect(isReady).not.toHaveBeenCalled();
  registered.resolve(undefined);
  await settle();
  expect(isReady).toHaveBeenCalledOnce();
});

test('no worker is registered once everything has been deleted', async () => {
  const register = vi.fn(async () => undefined);
  class Workbox {
    addEventListener = () => undefined;
    register = register;
  }
  vi.doMock('workbox-window', () => ({ Workbox }));
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { getElementById: () => null }));
  vi.stubGlobal('performance', { getEntriesByType: () => [] });
  const serviceWorker = { getRegistration: async () => undefined, controller: null };
  vi.stubGlobal('navigator', { serviceWorker });
  const { startWorker } = await import('#src/worker/worker.ts');
  const { connection } = await import('#src/state/connection.ts');
  const reconnect = async () => {
    for (const online of [false, true]) {
      connection.online = online;
      await settle();
    }
  };
  await startWorker();
  await reconnect();
  expect(register).toHaveBeenCalledTimes(2);
  const search = vi.fn(() => '?deleted');
  const address = Object.defineProperty(new URL('https://hcs.example/saved'), 'search', { get: search });
  vi.stubGlobal('location', address);
  await reconnect();
  await vi.advanceTimersByTimeAsync(10);
  expect(register).toHaveBeenCalledTimes(2);
  expect(search).toHaveBeenCalled();
  vi.doUnmock('workbox-window');
});
