import 'fake-indexeddb/auto';

import { promisifyRequest } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';

import { outboxEnvironment } from '#src/connect/outbox-environment.ts';
import { restoreDraft, submit } from '#src/connect/submit.ts';
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

/** The answer to the next request, when the test lets it come. */
let answer: PromiseWithResolvers<Response>;

beforeEach(async () => {
  const { store } = outboxEnvironment();
  for (const { id } of await store.list()) await store.remove(id);
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
