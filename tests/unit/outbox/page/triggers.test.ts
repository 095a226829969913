// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';

import type { Store } from '#src/outbox/store.ts';
import type { Submission } from '#src/outbox/submission.ts';

import { newRecord } from '../records.ts';

const records = new Map<string, Submission>();
const listeners: (() => void)[] = [];
const send = vi.fn<typeof fetch>();
const onClaim = vi.fn();
const store: Store = {
  list: async () => [...records.values()],
  change: async (id, next) => {
    const after = next(records.get(id));
    if (after === undefined || after === records.get(id)) return after;
    records.set(id, after);
    announce();
    return after;
  },
  part: async () => undefined,
  remove: async () => undefined,
  clear: async () => records.clear(),
};

function announce(): void {
  for (const listener of listeners) listener();
}

function put(id: string, change: Partial<Submission>): void {
  records.set(id, newRecord({ id, ...change }));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.resetModules();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  records.clear();
  listeners.length = 0;
  send.mockReset().mockResolvedValue(Response.json({}, { status: 201 }));
  onClaim.mockReset();
  return () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  };
});

async function start(): Promise<void> {
  const { pageOutbox } = await import('#src/outbox/page/outbox.ts');
  const onChange = (listener: () => void) => listeners.push(listener);
  Object.assign(pageOutbox(), { store, fetch: send, random: () => 0.5, onClaim, onChange });
  const { startOutbox } = await import('#src/outbox/page/triggers.ts');
  startOutbox();
  await vi.advanceTimersByTimeAsync(0);
}

test('neither a change nor a sign of a connection causes a post before its time', async () => {
  await start();
  put('waiting', { state: 'waiting', dueAt: Date.now() + 60_000, waitMs: 60_000 });
  put('sending', {});
  put('refused', { state: 'refused' });
  for (let changes = 0; changes < 50; changes += 1) announce();
  for (const sign of ['online', 'pageshow', 'online']) dispatchEvent(new Event(sign));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(send).not.toHaveBeenCalled();
  expect(onClaim).not.toHaveBeenCalled();
});

test('a due record is posted once, whatever wakes the page in the meantime', async () => {
  put('due', { state: 'waiting', dueAt: Date.now() });
  await start();
  for (const sign of ['online', 'pageshow']) dispatchEvent(new Event(sign));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledOnce();
  expect(onClaim).toHaveBeenCalledOnce();
  const { submissions } = await import('#src/outbox/page/submissions.ts');
  expect(submissions.all).toMatchObject([{ id: 'due', state: 'sent' }]);
});

test('the page renders its records again five seconds after a claim, and posts nothing', async () => {
  put('sending', {});
  // Open the page late in those five seconds.
  await vi.advanceTimersByTimeAsync(4_500);
  await start();
  const { submissions } = await import('#src/outbox/page/submissions.ts');
  const first = submissions.all;
  await vi.advanceTimersByTimeAsync(499);
  expect(submissions.all).toBe(first);
  await vi.advanceTimersByTimeAsync(1);
  expect(submissions.all).not.toBe(first);
  expect(send).not.toHaveBeenCalled();
});

test('a page that comes back from the back/forward cache counts anew', async () => {
  await start();
  // No message reaches a page in that cache.
  put('refused', { state: 'refused' });
  dispatchEvent(new Event('pageshow'));
  await vi.advanceTimersByTimeAsync(0);
  const { submissions } = await import('#src/outbox/page/submissions.ts');
  expect(submissions.all).toMatchObject([{ id: 'refused' }]);
});

test('a claim that the device refuses is retried after a minute, and nothing is posted', async () => {
  put('due', { state: 'waiting', dueAt: Date.now() });
  const change = vi.spyOn(store, 'change').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await start();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(change).toHaveBeenCalledOnce();
  expect(send).not.toHaveBeenCalled();
  change.mockRestore();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(send).toHaveBeenCalledOnce();
});
