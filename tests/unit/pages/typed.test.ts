import { beforeEach, expect, test, vi } from 'vitest';

import { clearDraftsOf, listDrafts } from '#src/outbox/drafts.ts';
import { keptKinds } from '#src/pages/saved/kept-kinds.ts';
import { readHalfTyped } from '#src/pages/saved/typed.ts';

const waiting = vi.fn();
const forgotten = vi.fn();
vi.mock('#src/outbox/drafts.ts', () => ({
  listDrafts: vi.fn(),
  clearAllDrafts: vi.fn(),
  clearDraftsOf: vi.fn(),
}));
vi.mock('#src/api/outbox-environment.ts', () => ({
  outboxEnvironment: () => ({
    store: { list: waiting, receipts: async () => [{ id: 'sent' }], forgetReceipts: forgotten },
    announce: () => undefined,
  }),
}));

beforeEach(() => {
  waiting.mockResolvedValue([{ id: 'waits' }]);
});

test('what was typed is listed under its vacancy, and what the Outbox tells of is not', async () => {
  const fields = { first_name: 'Mutinta', last_name: 'Banda', email: 'm@example.com' };
  vi.mocked(listDrafts).mockResolvedValue([
    { name: 'fitter', about: 'Fitter', fields },
    { name: 'solderer', fields: { first_name: 'Mutinta' }, attempt: { key: 'refused', text: '' } },
    { name: 'handed-over', fields, attempt: { key: 'sent', text: '' } },
    { name: 'waits', fields: { name: 'A correction' } },
    { name: 'gone', fields: { name: 'A correction of what is gone' } },
  ]);
  expect(await readHalfTyped()).toEqual([
    { job: 'fitter', about: 'Fitter', payload: { name: 'Mutinta Banda', email: 'm@example.com' } },
    { job: 'solderer', about: 'solderer', payload: { name: 'Mutinta' } },
  ]);
});

test('the notes of what was sent are named and deleted without a second word', async () => {
  const notes = keptKinds.find(({ name }) => name === 'Notes of what was sent');
  expect(await notes?.count()).toBe(1);
  expect(notes?.isLostForGood).toBeUndefined();
  await notes?.remove();
  expect(clearDraftsOf).toHaveBeenCalledWith(['sent']);
  expect(forgotten).toHaveBeenCalledWith(['sent']);
});
