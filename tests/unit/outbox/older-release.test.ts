import { IDBFactory } from 'fake-indexeddb';
import { promisifyRequest } from 'idb-keyval';
import { expect, onTestFinished, test, vi } from 'vitest';

import { type Submission, submitted } from '#src/outbox/submission.ts';

test('a release without enquiries neither sends nor changes one that a later release left', async () => {
  globalThis.indexedDB = new IDBFactory();
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock('#src/contract/kinds.ts');
    vi.resetModules();
  });
  vi.doMock('#src/contract/kinds.ts', () => ({ kinds: ['apply', 'subscribe'] }));
  const { createStore } = await import('#src/outbox/store.ts');
  const { deliver } = await import('#src/outbox/deliver.ts');
  const store = createStore(() => undefined);
  await store.list();
  const fields = { name: 'Bwalya', phone: '+260 96 765 4321', about: 'ZStudy', message: 'Hello' };
  const draft = { id: crypto.randomUUID(), kind: 'enquiry', job: '', about: '', fields, seen: '' } as const;
  const waiting: Submission = { ...submitted(undefined, draft, 0), state: 'waiting', dueAt: 0 };
  const opening = indexedDB.open('hcs');
  const database = await promisifyRequest(opening);
  const records = () => database.transaction('submissions', 'readwrite').objectStore('submissions');
  await promisifyRequest(records().put(waiting, waiting.id));
  const fetch = vi.fn();
  const [base, onClaim, now] = ['https://hcs.example/connect/v1', () => undefined, () => 1_000];
  const outbox = { store, base, fetch, now, random: () => 0, newId: () => 'new', onClaim };
  expect(await deliver({ ...outbox, whileUnsaved: (work) => work })).toBe(false);
  expect(fetch).not.toHaveBeenCalled();
  expect(await promisifyRequest(records().get(waiting.id))).toEqual(waiting);
});
