import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Outbox } from '#src/outbox/deliver.ts';
import { acknowledge, draftFor, openRecord } from '#src/outbox/page/submit.ts';
import { createStore } from '#src/outbox/store.ts';

import { replacePageOutbox } from '../page-outbox.ts';

const send = vi.fn<typeof fetch>();
const whileUnsaved = vi.fn((work: Promise<unknown>) => work);
const store = createStore(() => undefined);
const outbox: Outbox = {
  ...{ store, base: '', fetch: send, now: Date.now, random: Math.random, newId: () => 'new' },
  onClaim: () => undefined,
  whileUnsaved: (work) => whileUnsaved(work) as typeof work,
};

const about = { kind: 'apply', job: 'fw', about: 'Firmware Engineer' } as const;
const newsletter = { kind: 'subscribe', job: '', about: '' } as const;
const full = new DOMException('full', 'QuotaExceededError');
const text = { first_name: 'Mutinta' };
const watched = () => true;
const yes = () => Response.json({ secret: 'abcdefghijklmnopqrstuv' }, { status: 201 });

beforeEach(async () => {
  replacePageOutbox(() => outbox);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  send.mockReset();
  whileUnsaved.mockReset().mockImplementation((work) => work);
  await store.clear();
});

afterEach(() => void vi.restoreAllMocks());

const keys = () => send.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));

test('on a full phone a text is sent from memory, the form gets the result, and the unchanged text keeps its key', async () => {
  const change = vi.spyOn(store, 'change').mockRejectedValue(full);
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  const record = openRecord(about);
  await expect(record.type(text)).rejects.toThrow('full');
  expect(await record.submit(text, watched)).toMatchObject({
    record: { why: { reason: 'offline' } },
    isStored: false,
  });
  change.mockRestore();
  send.mockResolvedValue(yes());
  expect(await record.submit(text, watched)).toMatchObject({ record: { state: 'sent' }, isStored: true });
  expect(new Set(keys()).size).toBe(1);
  expect(whileUnsaved).toHaveBeenCalledOnce();
});

test('a draft sent from memory is not left behind', async () => {
  const record = openRecord(about);
  await record.type(text);
  vi.spyOn(store, 'change').mockRejectedValueOnce(full);
  send.mockResolvedValue(yes());
  expect(await record.submit(text, watched)).toMatchObject({ record: { state: 'sent' }, isStored: false });
  expect(await store.list()).toEqual([]);
});

test('a 2xx is reported even if the device refuses to store it', async () => {
  const { change } = store;
  // The claim can be stored, but not its result.
  vi.spyOn(store, 'change').mockImplementationOnce(change).mockRejectedValueOnce(full);
  send.mockResolvedValue(yes());
  expect(await openRecord(about).submit(text, watched)).toMatchObject({
    record: { state: 'sent' },
    isStored: false,
  });
});

test('text typed in another tab over a reported subscription stays', async () => {
  send.mockResolvedValue(Response.json({ error: 'No' }, { status: 422 }));
  const [record, other] = [openRecord(newsletter), openRecord(newsletter)];
  await record.submit({ name: 'Mutinta', email: 'a@example.com' }, watched);
  const [refused] = await store.list();
  if (refused === undefined) throw new Error('It is not stored.');
  other.show(refused);
  await other.type({ name: 'Mutinta', email: 'b@example.com' });
  await acknowledge(refused);
  expect(await store.list()).toMatchObject([{ fields: { email: 'b@example.com' } }]);
  for (const latest of await store.list()) await acknowledge(latest);
  expect(await store.list()).toEqual([]);
});

test('a tab that types over a text which another has sent learns of it, and keeps what it typed', async () => {
  send.mockImplementation(async () => Response.json({}, { status: 201 }));
  const [record, other] = [openRecord(about), openRecord(about)];
  await record.type(text);
  for (const draft of await store.list()) other.show(draft);
  const { record: sent } = await record.submit(text, watched);
  if (sent === undefined) throw new Error('It was not sent.');
  await acknowledge(sent);
  expect(await other.type({ first_name: 'Mutinta B' })).toMatchObject({ state: 'told', id: record.id() });
  expect(await store.list()).toMatchObject([
    { state: 'told', fields: {} },
    { state: 'typing', fields: { first_name: 'Mutinta B' } },
  ]);
});

test('after a return from the back/forward cache the form waits for its writes, which bring no deleted record back', async () => {
  const record = openRecord(about);
  await record.type(text);
  const typed = record.type({ first_name: 'Mutinta B' });
  expect(await record.latest()).toMatchObject({
    isLatest: true,
    record: { fields: { first_name: 'Mutinta B' } },
  });
  await typed;
  const { change } = store;
  // The write was interrupted, and is repeated after "Delete everything".
  vi.spyOn(store, 'change').mockImplementationOnce(async (...args) => {
    await store.clear();
    return change(...args);
  });
  const interrupted = record.type({ first_name: 'Mutinta Banda' });
  expect(await record.latest()).toEqual({ isLatest: true, record: undefined });
  await interrupted;
  expect(await store.list()).toEqual([]);
});

test('an application form opens only on an application that is on its way', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  send.mockReturnValue(promise);
  const ends = [about, newsletter].map((one) => openRecord(one).submit(text, watched));
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(await draftFor(about, undefined)).toMatchObject({ state: 'sending', fields: text });
  expect(await draftFor(newsletter, undefined)).toBeUndefined();
  resolve(Response.error());
  await Promise.all(ends);
  for (const record of await store.list())
    await store.change(record.id, () => ({ ...record, state: 'waiting' }));
  expect(await draftFor(about, undefined)).toBeUndefined();
});
