import { beforeEach, expect, test, vi } from 'vitest';

import { attachPart } from '#src/outbox/attach.ts';
import { deliver, type Outbox, sendNow } from '#src/outbox/deliver.ts';
import { untilAttach } from '#src/outbox/files.ts';
import type { Submission } from '#src/outbox/submission.ts';

import { newRecord } from './records.ts';

const partBytes = 128 * 1024;
const sha256 = 'ab'.repeat(32);
/** Three parts. */
const size = 2 * partBytes + 5;

let now = 1_800_000_000_000;
let record: Submission | undefined;
let arrived: Set<number>;
const send = vi.fn<typeof fetch>();
const onClaim = vi.fn();
const outbox: Outbox = {
  store: {
    list: async () => (record ? [record] : []),
    change: async (_, next) => (record = next(record)),
    part: async (_, n) => new ArrayBuffer(n < 2 ? partBytes : 5),
    changeSettings: async () => undefined,
    clear: async () => undefined,
  },
  ...{
    base: '',
    fetch: send,
    now: () => now,
    random: () => 0.5,
    newId: () => 'b',
    onClaim,
  },
  whileUnsaved: (work) => work,
};

const calls = () => send.mock.calls.map(([url, init]) => `${init?.method} ${String(url).split('/').at(-1)}`);
const file = () => record?.files?.[0];

/** The server takes the part and answers. */
const take = async (url: unknown, init?: RequestInit) => {
  if (init?.method === 'PUT') arrived.add(Number(String(url).split('/').at(-1)));
  return Response.json({ payload: { parts: [...arrived].sort(), complete: arrived.size === 3 } });
};

const loseAnswer = async (url: unknown, init?: RequestInit) => {
  await take(url, init);
  throw new TypeError('Failed to fetch');
};

const refuse =
  (status: number, headers = {}) =>
  async () =>
    Response.json({ error: { details: [{ message: 'No.' }] } }, { status, headers });

beforeEach(() => {
  arrived = new Set();
  send.mockReset().mockImplementation(take);
  onClaim.mockReset();
  record = newRecord({
    ...{ v: 2, state: 'followed', fields: {}, attempts: 0, attachAt: 0, upload: 'token' },
    files: [{ sha256, name: 'cv.pdf', size, type: 'application/pdf', state: 'here', parts: 0 }],
  });
});

test('parts are sent in turn with the token, and the last one ends the file', async () => {
  expect(await deliver(outbox, attachPart)).toBe(false);
  expect(calls()).toEqual(['PUT 0', 'PUT 1', 'PUT 2']);
  for (const [, init] of send.mock.calls) {
    expect(new Headers(init?.headers).get('Upload-Token')).toBe('token');
    expect(init?.cache).toBe('no-store');
  }
  expect(file()).toMatchObject({ state: 'arrived', parts: 3 });
  // Background Sync is asked for once, not for each part.
  expect(onClaim).toHaveBeenCalledOnce();
});

test('after a lost answer the server is asked what has arrived, and no part is sent again', async () => {
  send.mockImplementationOnce(take).mockImplementationOnce(loseAnswer);
  expect(await deliver(outbox, attachPart)).toBe(true);
  expect(file()).toMatchObject({ state: 'here', parts: 1 });
  expect(record?.why).toMatchObject({ reason: 'offline' });
  now += 3_000;
  expect(await deliver(outbox, attachPart)).toBe(false);
  expect(calls()).toEqual(['PUT 0', 'PUT 1', `GET ${sha256}`, 'PUT 2']);
  expect(file()).toMatchObject({ state: 'arrived' });
});

test('after a sender that ended in the middle the next waits for its lease, then asks', async () => {
  send.mockImplementationOnce(() => new Promise(() => undefined));
  void deliver(outbox, attachPart);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  now += 89_000;
  expect(await deliver(outbox, attachPart)).toBe(true);
  expect(send).toHaveBeenCalledOnce();
  now += 1_000;
  expect(await deliver(outbox, attachPart)).toBe(false);
  expect(calls()).toEqual(['PUT 0', `GET ${sha256}`, 'PUT 0', 'PUT 1', 'PUT 2']);
});

test('a server that has lost parts gets them again', async () => {
  send.mockImplementationOnce(take).mockImplementationOnce(loseAnswer);
  await deliver(outbox, attachPart);
  arrived.clear();
  now += 3_000;
  await deliver(outbox, attachPart);
  expect(calls().slice(2)).toEqual([`GET ${sha256}`, 'PUT 0', 'PUT 1', 'PUT 2']);
  expect(file()).toMatchObject({ state: 'arrived' });
});

test.each([401, 403, 404, 413, 415, 422])('a %i ends the file with its sentence', async (status) => {
  send.mockImplementationOnce(refuse(status));
  expect(await deliver(outbox, attachPart)).toBe(false);
  expect(file()).toMatchObject({ state: 'refused', why: 'No.' });
  expect(record).toMatchObject({ state: 'followed' });
});

test.each([408, 409, 425, 429, 500, 503])('a %i waits, as long as the server says', async (status) => {
  send.mockImplementationOnce(refuse(status, { 'Retry-After': '600' }));
  expect(await deliver(outbox, attachPart)).toBe(true);
  expect(file()).toMatchObject({ state: 'here', parts: 0 });
  expect(record && untilAttach(record, now)).toBe(600_000);
});

test('a page of a network operator is no answer', async () => {
  const page = () => new Response('<p>Log in</p>', { status: 403, headers: { 'Content-Type': 'text/html' } });
  send.mockImplementationOnce(async () => page());
  expect(await deliver(outbox, attachPart)).toBe(true);
  expect(file()).toMatchObject({ state: 'here' });
});

test('bytes that the device has deleted end the file, and no part is sent', async () => {
  const part = vi.spyOn(outbox.store, 'part').mockResolvedValue(undefined);
  expect(await deliver(outbox, attachPart)).toBe(false);
  part.mockRestore();
  expect(file()).toMatchObject({ state: 'refused', why: 'lost' });
  expect(send).not.toHaveBeenCalled();
});

test('an answer that adds nothing is not repeated without a pause', async () => {
  send.mockImplementation(async () => Response.json({ payload: { parts: [], complete: false } }));
  expect(await deliver(outbox, attachPart)).toBe(true);
  expect(send).toHaveBeenCalledOnce();
  expect(record && untilAttach(record, now)).toBeGreaterThan(1_000);
});

test('"Send now" ends a pause, but no lease', async () => {
  send.mockImplementationOnce(refuse(503, { 'Retry-After': '600' }));
  await deliver(outbox, attachPart);
  await sendNow(outbox, 'a');
  expect(record && untilAttach(record, now)).toBe(0);
  send.mockImplementationOnce(() => new Promise(() => undefined));
  void deliver(outbox, attachPart);
  await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  await sendNow(outbox, 'a');
  expect(record && untilAttach(record, now)).toBe(90_000);
});
