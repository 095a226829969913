import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

test('the browser is asked once per page for persistent storage, and at each claim for a sync', async () => {
  vi.resetModules();
  const persist = vi.fn(async () => true);
  const register = vi.fn(async () => undefined);
  const serviceWorker = { ready: Promise.resolve({ sync: { register } }) };
  vi.stubGlobal('navigator', { storage: { persist }, serviceWorker });
  const { pageOutbox } = await import('#src/outbox/page/outbox.ts');
  for (const claims of [1, 2, 3]) {
    pageOutbox().onClaim();
    await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(claims));
  }
  expect(persist).toHaveBeenCalledOnce();
});

test('an id is a version 4 UUID even if the browser cannot make one, as over plain http', async () => {
  const { newId } = await import('#src/outbox/page/outbox.ts');
  const getRandomValues = (bytes: Uint8Array) => bytes.fill(0xff);
  vi.stubGlobal('crypto', { getRandomValues });
  expect(newId()).toBe('ffffffff-ffff-4fff-8fff-ffffffffffff');
});
