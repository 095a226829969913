import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { attachPart } from '#src/outbox/attach.ts';
import { fileRemoved } from '#src/outbox/attachments.ts';
import { deliver, type Outbox } from '#src/outbox/deliver.ts';
import { untilAttach } from '#src/outbox/due.ts';
import { partTimeoutMs } from '#src/outbox/limits.ts';
import type { Submission } from '#src/outbox/submission.ts';

import { newRecord } from './records.ts';

const partBytes = 128 * 1024;
const sha256 = 'ab'.repeat(32);
/** Three parts. */
const size = 2 * partBytes + 5;
const fileHere = { sha256, name: 'cv.pdf', size, type: 'application/pdf', state: 'here', parts: 0 } as const;

let now = 1_800_000_000_000;
let record: Submission | undefined;
let arrived: Set<number>;
const send = vi.fn<typeof fetch>();
const onClaim = vi.fn();
const tell = vi.fn();
let changed: () => void = () => undefined;
const outbox: Outbox = {
  store: {
    list: async () => (record ? [record] : []),
    change: async (_, next) => (record = next(record)),
    part: async (_, n) => new ArrayBuffer(n < 2 ? partBytes : 5),
    remove: async () => undefined,
    clear: async () => undefined,
  },
  ...{
    base: '',
    fetch: send,
    now: () => now,
    random: () => 0.5,
    newId: () => 'b',
    onClaim,
    onReceipt: () => undefined,
    announce: () => undefined,
  },
  onChange(listener) {
    changed = listener;
    return () => {
      changed = () => undefined;
    };
  },
  tell,
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
  tell.mockReset();
  record = newRecord({
    ...{ state: 'followed', fields: {}, attempts: 0, dueAt: 0, upload: 'token' },
    files: [fileHere],
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

test.each([401, 403, 413, 415, 422])('a %i ends the file with its sentence', async (status) => {
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

test('each try without an answer doubles the time of the next, and a part that arrives keeps most of it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  for (const seconds of [80, 160, 320, 600, 600]) {
    send.mockImplementationOnce(slow);
    const delivering = deliver(outbox, attachPart);
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(record?.why).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(await delivering).toBe(true);
    expect(record?.why).toEqual({ reason: 'slow', message: '' });
    now += 3 * 60_000;
  }
  expect(await deliver(outbox, attachPart)).toBe(false);
  expect(file()).toMatchObject({ state: 'arrived' });
  expect(partTimeoutMs((record?.attempts ?? 0) + 1)).toBeGreaterThan(80_000);
});

test('a file that is removed while its part is under way ends the request, and nothing more is sent', async () => {
  send.mockImplementationOnce(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  );
  const delivering = deliver(outbox, attachPart);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  record = record && fileRemoved(record, sha256);
  changed();
  expect(await delivering).toBe(false);
  expect(calls()).toEqual(['PUT 0']);
  expect(record?.files).toEqual([]);
});

const gone = { state: 'gone', fields: {} };

test.each<[number, number, object]>([
  [404, 404, { ...gone, why: { reason: 'lost', message: '' } }],
  [410, 404, { ...gone, why: { reason: 'deleted', message: '' } }],
  [404, 200, { state: 'followed', files: [{ state: 'refused', why: 'No.' }] }],
  [410, 503, { state: 'followed', files: [{ state: 'here' }] }],
])('a %i of a file, and a %s of its application', async (status, ofText, expected) => {
  record = record && { ...record, secret: 'secret' };
  send.mockImplementationOnce(refuse(status));
  send.mockImplementationOnce(ofText === 200 ? async () => Response.json({}) : refuse(ofText));
  await deliver(outbox, attachPart);
  expect(record).toMatchObject(expected);
});

test.each([
  [404, 404, 'lost'],
  [410, 410, 'deleted'],
  [404, 503, undefined],
  [404, 200, undefined],
])(
  "a %i of an enquiry's file is asked about once more, and a %i tells what it means",
  async (first, second, reason) => {
    send.mockImplementationOnce(refuse(first)).mockImplementationOnce(second === 200 ? take : refuse(second));
    await deliver(outbox, attachPart);
    expect(calls()).toEqual(['PUT 0', `GET ${sha256}`]);
    expect(record).toMatchObject(
      reason ? { ...gone, why: { reason } } : { state: 'followed', files: [{ state: 'here' }] },
    );
  },
);
