import { beforeEach, expect, test, vi } from 'vitest';

import { createStore } from '#src/outbox/store.ts';
import type { Submission } from '#src/outbox/submission.ts';

import { newRecord } from '../outbox/records.ts';
import { becomeWorker } from './worker-scope.ts';

const send = vi.fn<typeof fetch>();
const store = createStore(() => undefined);
const happen = becomeWorker({ fetch: send });

const { sendOutboxOnSync } = await import('../../../sw/outbox-sync.ts');
sendOutboxOnSync();

beforeEach(() => {
  send.mockReset();
  return store.clear();
});

const sync = () => happen('sync', { tag: 'outbox' });

const put = (change: Partial<Submission>) => store.change('a', () => newRecord(change));

test('a due record is sent with no page open', async () => {
  send.mockResolvedValue(Response.json({}, { status: 201 }));
  await put({ state: 'waiting', dueAt: Date.now() });
  await sync();
  expect(await store.list()).toMatchObject([{ state: 'sent' }]);
});

test('the event rejects while a record is waiting, so that the browser repeats it; nothing is sent before its time', async () => {
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  await put({ state: 'waiting', dueAt: Date.now() });
  for (let events = 0; events < 5; events += 1) await expect(sync()).rejects.toThrow('records to send');
  expect(send).toHaveBeenCalledOnce();
});

test('the event also rejects for a record that is too old, because setting the clock back makes it due again', async () => {
  await put({ state: 'waiting', at: Date.now() - 23 * 86_400_000, dueAt: 0 });
  await expect(sync()).rejects.toThrow('records to send');
  expect(send).not.toHaveBeenCalled();
});

test('a refused record does not repeat the event', async () => {
  await put({ state: 'refused' });
  await sync();
  expect(send).not.toHaveBeenCalled();
});
