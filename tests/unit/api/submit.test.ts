// @vitest-environment jsdom
import 'fake-indexeddb/auto';

import { promisifyRequest } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';

import { outboxEnvironment } from '#src/api/outbox-environment.ts';
import { restoreDraft, submit } from '#src/api/submit.ts';
import { clearDraft, saveDraft } from '#src/outbox/drafts.ts';

const payload = {
  name: 'Mutinta Banda',
  email: 'mutinta@example.com',
  mobile: '+260970000000',
  description: 'I solder.',
  job: 'fitter',
  profile: 'https://profiles.example/mutinta',
};
const typed = { first_name: 'Mutinta', description: 'I solder.' };

/** What a phone does to the page when the visitor puts it away, or takes it up again. */
function setVisibility(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** The answer to the next request, when the test lets it come. */
let answer: PromiseWithResolvers<Response>;

beforeEach(async () => {
  setVisibility('visible');
  const { store } = outboxEnvironment();
  for (const { id } of await store.list()) await store.remove(id);
  await store.forgetReceipts((await store.receipts()).map(({ id }) => id));
  answer = Promise.withResolvers();
  // A failure may be here before the request that meets it.
  answer.promise.catch(() => undefined);
  vi.stubGlobal('fetch', (url: string) =>
    url.endsWith('/job-apply') ? answer.promise : Promise.resolve(new Response()),
  );
});

test('the answer to a form that was closed leaves what is typed into the next one for the same vacancy', async () => {
  saveDraft('fitter', typed);
  let isOpen = true;
  const sending = submit('apply', payload, 'Fitter', () => isOpen);
  await vi.waitFor(async () => expect(await outboxEnvironment().store.list()).toHaveLength(1));
  isOpen = false;
  await clearDraft('fitter');
  saveDraft('fitter', { first_name: 'Another' });
  answer.resolve(Response.json({ message: 'Thank you' }, { status: 201 }));
  expect(await sending).toMatchObject({ type: 'sent' });
  expect(await restoreDraft('fitter')).toEqual({ fields: { first_name: 'Another' }, isHandedOver: false });
  await clearDraft('fitter');
});

test('what was sent from a page that was left is a draft no more', async () => {
  saveDraft('fitter', typed);
  answer.resolve(Response.json({ message: 'Thank you' }, { status: 201 }));
  await submit('apply', payload, 'Fitter', () => false);
  expect(await restoreDraft('fitter')).toEqual({ fields: {}, isHandedOver: false });
});

test('a draft of the first version of the site comes back, and its text keeps its key', async () => {
  const opening = indexedDB.open('hcs-drafts');
  const database = await promisifyRequest(opening);
  const writing = database.transaction('keyval', 'readwrite');
  const text = JSON.stringify(payload);
  writing.objectStore('keyval').put({ fields: typed, attempt: { key: 'first-key', text } }, 'fitter');
  await promisifyRequest(writing);
  database.close();
  expect(await restoreDraft('fitter')).toEqual({ fields: typed, isHandedOver: false });
  const sending = submit('apply', payload, 'Fitter', () => true);
  answer.reject(new TypeError('Failed to fetch'));
  await sending;
  const waiting = await outboxEnvironment().store.list();
  expect(waiting.map(({ id }) => id)).toContain('first-key');
});

test('a draft whose request waits is told from one that was never sent', async () => {
  saveDraft('fitter', typed);
  const sending = submit('apply', payload, 'Fitter', () => true);
  await vi.waitFor(async () => expect(await outboxEnvironment().store.list()).toHaveLength(1));
  expect(await restoreDraft('fitter')).toEqual({ fields: typed, isHandedOver: true });
  answer.reject(new TypeError('Failed to fetch'));
  await sending;
});

test('what arrives while nobody looks leaves a receipt until the page is seen, and is then told once', async () => {
  const { store } = outboxEnvironment();
  setVisibility('hidden');
  const events: string[] = [];
  const sending = submit('apply', payload, 'Fitter', () => true).finally(() => events.push('told'));
  answer.resolve(Response.json({ message: 'Thank you' }, { status: 201 }));
  await vi.waitFor(async () => expect(await store.receipts()).toHaveLength(1));
  events.push('seen');
  setVisibility('visible');
  expect(await sending).toMatchObject({ type: 'sent' });
  expect(events).toEqual(['seen', 'told']);
  await vi.waitFor(async () => expect(await store.receipts()).toEqual([]));
});

test('an application whose server is busy while nobody looks is tried again, and its form says so', async () => {
  const { store } = outboxEnvironment();
  setVisibility('hidden');
  const sending = submit('apply', payload, 'Fitter', () => true);
  answer.resolve(new Response('', { status: 503 }));
  await vi.waitFor(async () => expect(await store.list()).toMatchObject([{ attempts: 1 }]));
  setVisibility('visible');
  expect(await sending).toMatchObject({ type: 'waiting-service' });
  expect(await store.list()).toMatchObject([{ waitsFor: 'service', problem: undefined }]);
});

test('what was sent by another sender before the page is seen is told as sent', async () => {
  const { store } = outboxEnvironment();
  setVisibility('hidden');
  const sending = submit('apply', payload, 'Fitter', () => true);
  answer.resolve(new Response('', { status: 503 }));
  await vi.waitFor(async () => expect(await store.list()).toMatchObject([{ attempts: 1 }]));
  const [entry] = await store.list();
  await store.settle({ id: entry?.id ?? '', kind: 'apply', about: 'Fitter', sentAt: 0 });
  setVisibility('visible');
  expect(await sending).toMatchObject({ type: 'sent' });
});

test('what is deleted while it is being sent is not said to wait', async () => {
  const { store } = outboxEnvironment();
  const sending = submit('apply', payload, 'Fitter', () => true);
  await vi.waitFor(async () => expect(await store.list()).toHaveLength(1));
  for (const { id } of await store.list()) await store.remove(id);
  answer.reject(new TypeError('Failed to fetch'));
  expect(await sending).toMatchObject({ type: 'not-kept' });
});

test('what the device wrote down after it was said not to be kept is not sent behind the visitor', async () => {
  const { store } = outboxEnvironment();
  const put = store.put;
  vi.spyOn(store, 'put').mockImplementationOnce(async (entry) => {
    await put(entry);
    throw new DOMException('late', 'TimeoutError');
  });
  vi.spyOn(store, 'read').mockRejectedValueOnce(new DOMException('late', 'TimeoutError'));
  answer.reject(new TypeError('Failed to fetch'));
  expect(await submit('apply', payload, 'Fitter', () => true)).toMatchObject({ type: 'not-kept' });
  await vi.waitFor(async () => expect(await store.list()).toEqual([]));
});
