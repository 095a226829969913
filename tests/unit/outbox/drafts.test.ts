import 'fake-indexeddb/auto';

import { beforeEach, expect, test, vi } from 'vitest';

import type * as Drafts from '#src/outbox/drafts.ts';

const attempt = { key: 'key', text: 'what is being sent' };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** A tab of its own, on the same device. */
async function openTab(): Promise<typeof Drafts> {
  vi.resetModules();
  return import('#src/outbox/drafts.ts');
}

test('a key press in another tab does not make what is being sent look unsent', async () => {
  const [sender, other] = [await openTab(), await openTab()];
  sender.saveDraft('fitter', { name: 'M' });
  await sender.draftsSaved();
  await other.loadDraft('fitter');
  await sender.noteAttempt('fitter', attempt.key, attempt.text);
  other.saveDraft('fitter', { name: 'Mu' });
  await other.draftsSaved();
  expect(await (await openTab()).loadDraft('fitter')).toEqual({ fields: { name: 'Mu' }, attempt });
});

test('what the device does not take is not said to be kept, until it is sent or closed', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const tab = await openTab();
  tab.saveDraft('fitter', { name: 'M' });
  expect(await tab.draftsSaved()).toBe(false);
  await tab.noteAttempt('fitter', attempt.key, attempt.text);
  await tab.clearDraftsOf([attempt.key]);
  expect(await tab.draftsSaved()).toBe(true);
  put.mockRestore();
  tab.saveDraft('fitter', { name: 'Mu' });
  expect(await tab.draftsSaved()).toBe(true);
});

test('a draft keeps what it is known by, whoever types on, and an emptied form is none', async () => {
  const tab = await openTab();
  tab.saveDraft('welder', { name: 'M' }, 'Welder');
  tab.saveDraft('painter', { name: '' }, 'Painter');
  await tab.noteAttempt('welder', attempt.key, attempt.text);
  const drafts = (await (await openTab()).listDrafts()).filter(({ name }) => name !== 'fitter');
  expect(drafts).toEqual([{ name: 'welder', about: 'Welder', fields: { name: 'M' }, attempt }]);
});
