import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Outbox, sendNow } from '#src/outbox/deliver.ts';
import { acknowledge, draftFor, type FormRecord, openRecord, sendRecord } from '#src/outbox/page/submit.ts';
import { createStore } from '#src/outbox/store.ts';

import { replacePageOutbox } from '../page-outbox.ts';

const send = vi.fn<typeof fetch>();
const tell = vi.fn();
const store = createStore(() => undefined);
const outbox: Outbox = {
  ...{ store, base: '', fetch: send, now: Date.now, random: Math.random, newId: () => 'new' },
  onClaim: () => undefined,
  onChange: () => () => undefined,
  tell,
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
  tell.mockReset();
  await store.clear();
});

afterEach(() => void vi.restoreAllMocks());

/** Submits, and waits for the answer. */
const ended = async (record: FormRecord, fields = text) => (await record.submit(fields, watched)).end;
const keys = () => send.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));

test('on a full phone a text is posted once, the form gets the result, and the unchanged text keeps its key', async () => {
  const change = vi.spyOn(store, 'change').mockRejectedValue(full);
  send.mockRejectedValue(new TypeError('Failed to fetch'));
  const record = openRecord(about);
  await expect(record.type(text)).rejects.toThrow('full');
  expect(await ended(record)).toMatchObject({
    record: { why: { reason: 'offline' } },
    isStored: false,
  });
  change.mockRestore();
  send.mockResolvedValue(yes());
  expect(await ended(record)).toMatchObject({ record: { state: 'sent' }, isStored: true });
  expect(new Set(keys()).size).toBe(1);
});

test('a draft sent from memory is not left behind', async () => {
  const record = openRecord(about);
  await record.type(text);
  vi.spyOn(store, 'change').mockRejectedValueOnce(full);
  send.mockResolvedValue(yes());
  expect(await ended(record)).toMatchObject({ record: { state: 'sent' }, isStored: false });
  expect(await store.list()).toEqual([]);
});

test('a 2xx is reported even if the device refuses to store it', async () => {
  const { change } = store;
  // The claim can be stored, but not its result.
  vi.spyOn(store, 'change').mockImplementationOnce(change).mockRejectedValueOnce(full);
  send.mockResolvedValue(yes());
  expect(await ended(openRecord(about))).toMatchObject({
    record: { state: 'sent' },
    isStored: false,
  });
});

test('text typed in another tab over a reported subscription stays', async () => {
  send.mockResolvedValue(Response.json({ error: 'No' }, { status: 422 }));
  const [record, other] = [openRecord(newsletter), openRecord(newsletter)];
  await ended(record, { name: 'Mutinta', email: 'a@example.com' } as never);
  const [refused] = await store.list();
  if (refused === undefined) throw new Error('It is not stored.');
  other.show(refused);
  await other.type({ name: 'Mutinta', email: 'b@example.com' });
  await acknowledge(refused);
  expect(await store.list()).toMatchObject([{ fields: { email: 'b@example.com' } }]);
  for (const latest of await store.list()) await acknowledge(latest);
  expect(await store.list()).toEqual([]);
});

test('a draft whose files the full device cannot keep is deleted when it was sent, so that nothing sends it again', async () => {
  const record = openRecord(about);
  const file = { sha256: 'a', name: 'cv.pdf', size: 3, type: '', state: 'here', parts: 0 } as const;
  await record.type(text);
  await record.attach(() => [file], { a: [new ArrayBuffer(3)] });
  // The claim cannot be stored, nor what the files would need.
  vi.spyOn(store, 'change').mockRejectedValueOnce(full).mockRejectedValueOnce(full);
  send.mockResolvedValue(Response.json({ upload: 'token' }, { status: 201 }));
  expect(await ended(record)).toMatchObject({
    record: { state: 'sent', files: [{ state: 'refused', why: 'room' }] },
    isStored: false,
  });
  await vi.waitFor(async () => expect(await store.list()).toEqual([]));
});

test('a record that is deleted while it is sent again, and has arrived, is told', async () => {
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await ended(openRecord(about));
  const [waiting] = await store.list();
  if (waiting === undefined) throw new Error('It is not stored.');
  send.mockImplementation(async () => {
    await store.clear();
    return yes();
  });
  await sendNow(outbox, waiting.id);
  expect(tell).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ state: 'sent', about: about.about }),
  );
  expect(await store.list()).toEqual([]);
});

test('"Send now" of a text that the rules do not accept any more lets its form say what to mend', async () => {
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await ended(openRecord(about));
  for (const waiting of await store.list()) expect(await sendRecord(waiting)).toBe(false);
  expect(send).toHaveBeenCalledOnce();
  expect(await draftFor(about, undefined)).toMatchObject({
    state: 'refused',
    fields: text,
    why: { reason: 'offline', message: expect.stringContaining('Email') },
  });
});

test('a text that another tab has sent is sent from here under the same key', async () => {
  send.mockImplementation(async () => Response.json({}, { status: 201 }));
  const [record, other] = [openRecord(about), openRecord(about)];
  await record.type(text);
  for (const draft of await store.list()) other.show(draft);
  await ended(record);
  for (const sent of await store.list()) await acknowledge(sent);
  expect(await store.list()).toEqual([]);
  await ended(other);
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

test('text that a full device did not take stays in the form, whatever another tab stores', async () => {
  const record = openRecord(about);
  await record.type(text);
  vi.spyOn(store, 'change').mockRejectedValueOnce(full);
  await expect(record.type({ first_name: 'Mutinta B' })).rejects.toThrow('full');
  const [stored] = await store.list();
  if (stored === undefined) throw new Error('It is not stored.');
  expect(record.isNews({ ...stored, fields: { first_name: 'Another' } })).toBe(false);
  expect(await record.read(undefined)).toMatchObject({ fields: { first_name: 'Mutinta B' } });
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
  const ends = [about, newsletter].map((one) => ended(openRecord(one)));
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(await draftFor(about, undefined)).toMatchObject({ state: 'sending', fields: text });
  expect(await draftFor(newsletter, undefined)).toBeUndefined();
  resolve(Response.error());
  await Promise.all(ends);
  for (const record of await store.list())
    await store.change(record.id, () => ({ ...record, state: 'waiting' }));
  expect(await draftFor(about, undefined)).toBeUndefined();
});
