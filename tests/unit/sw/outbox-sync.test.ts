import 'fake-indexeddb/auto';

import { beforeEach, expect, test, vi } from 'vitest';

import { createStore } from '#src/outbox/store.ts';
import { type Submission, submitted } from '#src/outbox/submission.ts';

type Sync = { tag: string; waitUntil: (work: Promise<unknown>) => void };

const setAppBadge = vi.fn();
const clearAppBadge = vi.fn();
const send = vi.fn<typeof fetch>();
const store = createStore(() => undefined);
let fire: (event: Sync) => void = () => undefined;

beforeEach(async () => {
  vi.resetModules();
  vi.doMock('../../../sw/connect-base.ts', () => ({ connectBase: '' }));
  vi.doMock('../../../sw/worker.ts', () => ({
    worker: { addEventListener: (_: string, listener: typeof fire) => (fire = listener) },
  }));
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge });
  vi.stubGlobal('fetch', send);
  for (const mock of [setAppBadge, clearAppBadge, send]) mock.mockReset();
  await store.clear();
  const { sendOutboxOnSync } = await import('../../../sw/outbox-sync.ts');
  sendOutboxOnSync();
});

function sync(tag = 'outbox'): Promise<unknown> {
  let working: Promise<unknown> = Promise.resolve('not heard');
  fire({ tag, waitUntil: (work) => (working = work) });
  return working;
}

async function put(change: Partial<Submission>): Promise<void> {
  const draft = { id: 'a', kind: 'subscribe' as const, job: '', about: '', fields: { name: 'M' }, seen: '' };
  await store.change('a', () => ({ ...submitted(undefined, draft, Date.now()), ...change }));
}

test('what is due is sent with no page open, and the number on the icon goes', async () => {
  send.mockResolvedValue(Response.json({}, { status: 201 }));
  await put({ state: 'waiting', dueAt: Date.now() });
  await sync();
  expect(await store.list()).toMatchObject([{ state: 'sent' }]);
  expect(clearAppBadge).toHaveBeenCalledOnce();
});

test('rejects while something waits, so that the browser comes again; before its time nothing is sent', async () => {
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  await put({ state: 'waiting', dueAt: Date.now() });
  for (let events = 0; events < 5; events += 1) await expect(sync()).rejects.toThrow('still to be sent');
  expect(send).toHaveBeenCalledOnce();
  expect(setAppBadge).toHaveBeenLastCalledWith(1);
});

test('a record that needs the visitor keeps no event alive, and its number stays', async () => {
  await put({ state: 'refused' });
  await sync();
  expect(send).not.toHaveBeenCalled();
  expect(setAppBadge).toHaveBeenCalledWith(1);
});

test('other tags are not for the outbox', async () => {
  expect(await sync('other')).toBe('not heard');
});
