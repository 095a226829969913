import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ConnectError, getPayload } from '#src/api/client.ts';
import { mayRetry } from '#src/api/hooks.ts';
import { translateError } from '#src/contract/answer.ts';

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget());
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function answerWith(body: string, status = 200): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

async function failureOf(call: string): Promise<ConnectError> {
  const error: unknown = await getPayload(call).catch((reason: unknown) => reason);
  if (!(error instanceof ConnectError)) throw new Error(`Expected a ConnectError, got ${String(error)}`);
  return error;
}

test('an answer gives its payload, whatever that is', async () => {
  for (const payload of [null, [], [1], { a: 1 }, 'text', 0]) {
    answerWith(JSON.stringify({ payload, more: true }));
    expect(await getPayload('/job-list')).toEqual(payload);
  }
});

test.each(['<!doctype html><p>Welcome', '', 'null', '[]', '"x"', '{"data":[]}', '{"payload":['])(
  'a 200 that is no answer (%s) is an error with a sentence for the visitor',
  async (body) => {
    answerWith(body);
    const error = await failureOf('/job-list');
    expect(error.status).toBe(200);
    expect(error.message).toBe('Error 446: Something went wrong!.');
  },
);

test('an error has its status and the sentence that its body is translated to', async () => {
  answerWith('{"error":{"details":[{"message":"First"},{"message":"Second"}]}}', 422);
  expect(await failureOf('/job-list')).toMatchObject({ status: 422, message: 'First' });
  answerWith('<h1>Internal</h1>', 500);
  expect(await failureOf('/job-list')).toMatchObject({ status: 500, message: translateError(500, null) });
});

test("the worker's word on a read is heard, however fast it comes", async () => {
  const serviceWorker = new EventTarget();
  const hears = vi.spyOn(serviceWorker, 'addEventListener');
  vi.stubGlobal('navigator', { serviceWorker });
  let heard: unknown[] = [];
  vi.stubGlobal('fetch', async () => {
    heard = hears.mock.calls.map(([type]) => type);
    return new Response('{"payload":[]}');
  });
  vi.resetModules();
  const fresh = await import('#src/api/client.ts');
  await fresh.getPayload('/job-list');
  expect(heard).toEqual(['message']);
});

test('no answer is told as a failed connection', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const error = await failureOf('/job-list');
  expect([error.status, error.message]).toEqual([null, 'Error 500: Server connection failed!.']);
});

test('an answer cut off on the way is a failed connection, not a broken answer', async () => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(new TextEncoder().encode('{"payload":['));
            controller.error(new TypeError('network error'));
          },
        }),
      ),
  );
  expect((await failureOf('/job-list')).status).toBe(null);
});

test('a request gives up after a while', async () => {
  let signal: AbortSignal | null | undefined;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    signal = init.signal;
    return new Response('{"payload":[]}');
  });
  await getPayload('/job-list');
  expect(signal).toBeInstanceOf(AbortSignal);
});

test('three tries at most, none after a refusal, none offline', () => {
  const noAnswer = new ConnectError(null, undefined);
  expect([1, 2, 3].map((count) => mayRetry(noAnswer, count))).toEqual([true, true, false]);
  expect(mayRetry(new ConnectError(503, {}), 1)).toBe(true);
  for (const status of [400, 401, 404, 422, 429])
    expect(mayRetry(new ConnectError(status, {}), 1)).toBe(false);
  vi.stubGlobal('navigator', { onLine: false });
  expect(mayRetry(noAnswer, 1)).toBe(false);
});
