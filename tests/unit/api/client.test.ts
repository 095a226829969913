import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ConnectError, getPayload } from '#src/api/client.ts';
import { mayRetry } from '#src/api/hooks.ts';
import { getArticle, getFeatures } from '#src/api/responses.ts';
import { savedAtHeader } from '#src/contract/worker-messages.ts';

const silence = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('document', new EventTarget());
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function answerWith(body: BodyInit, status = 200): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

async function failure(): Promise<ConnectError> {
  const error: unknown = await getPayload('/job-list').catch((reason: unknown) => reason);
  if (!(error instanceof ConnectError)) throw new Error(`Expected a ConnectError, got ${String(error)}`);
  return error;
}

test.each(['', 'null', '[]', '"x"', '{"data":[]}', '{"payload":['])(
  'a 200 without a payload (%s) is an error',
  async (body) => {
    answerWith(body);
    expect(await failure()).toMatchObject({ status: 200, message: 'Error 446: Something went wrong!.' });
    answerWith(body, 422);
    expect(await failure()).toMatchObject({ status: 422 });
  },
);

test("a gateway's page counts as an unavailable service, whatever its status", async () => {
  for (const status of [200, 404, 422]) {
    answerWith('<!doctype html><p>Welcome', status);
    expect(await failure()).toMatchObject({ status: 503, message: 'Error 446: Something went wrong!.' });
  }
});

test('no response and an interrupted one are both reported as a failed connection', async () => {
  vi.stubGlobal('fetch', silence);
  expect(await failure()).toMatchObject({ status: null, message: 'Error 500: Server connection failed!.' });
  answerWith(new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) }));
  expect(await failure()).toMatchObject({ status: null });
});

test('a request without a response times out', async () => {
  const timer = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
  const hang = (_: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  vi.stubGlobal('fetch', hang);
  const given = failure();
  timer.abort(new DOMException('The operation timed out.', 'TimeoutError'));
  expect(await given).toMatchObject({ status: null });
  expect(timeout).toHaveBeenCalledWith(15_000);
});

test('the page listens to the worker before its first request', async () => {
  const serviceWorker = new EventTarget();
  const listen = vi.spyOn(serviceWorker, 'addEventListener');
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('fetch', async () => {
    expect(listen.mock.calls.map(([type]) => type)).toEqual(['message']);
    return Response.json({ payload: [] });
  });
  vi.resetModules();
  const page = await import('#src/api/client.ts');
  expect(await page.getPayload('/job-list')).toMatchObject({ value: [] });
});

test('what the service refuses is not asked again', () => {
  expect([null, 503, 500, 429, 404].map((status) => mayRetry({ status }))).toEqual([
    ...[true, true, true, false, false],
  ]);
});

test('offline, an article never opened before is read from a cached list, with the age of that list', async () => {
  vi.stubGlobal('fetch', silence);
  const whole = { _id: 'a b', title: 'Bench', description: btoa('<p>Level</p>') };
  const payload = [whole, { _id: 'c', title: 'Cut' }];
  const list = Response.json({ payload }, { headers: { [savedAtHeader]: '7' } });
  const keys = async () => [{ url: 'https://hcs.example/connect/v1/media-room/blog/1' }];
  const cache = { keys, match: async () => list.clone() };
  vi.stubGlobal('location', new URL('https://hcs.example/'));
  vi.stubGlobal('caches', { open: async () => cache, match: async () => undefined });
  expect(await getArticle('/media/a%20b')).toMatchObject({
    value: { title: 'Bench', html: '<p>Level</p>' },
    receivedAt: 7,
  });
  await expect(getArticle('/media/c')).rejects.toMatchObject({ status: null });
});

test('only the service itself can say that an article does not exist', async () => {
  answerWith('{"error":"Not found"}', 404);
  expect(await getArticle('/media/x')).toMatchObject({ value: null });
  answerWith('<!doctype html><h1>Buy a bundle</h1>', 404);
  await expect(getArticle('/media/x')).rejects.toMatchObject({ status: 503 });
  answerWith('{"message":"No route"}', 404);
  await expect(getArticle('/media/x')).rejects.toMatchObject({ status: 404 });
  answerWith('{"error":"Down"}', 503);
  await expect(getArticle('/media/x')).rejects.toMatchObject({ status: 503 });
});

test('a response returns its payload, whatever that is, and its time: the worker’s stamp or the time of arrival', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 9 });
  for (const value of [null, [], { a: 1 }, 'text', 0]) {
    answerWith(JSON.stringify({ payload: value, more: true }));
    expect(await getPayload('/job-list')).toEqual({ value, receivedAt: 9 });
  }
  const headers = { [savedAtHeader]: '7' };
  vi.stubGlobal('fetch', async () => Response.json({ payload: [] }, { headers }));
  expect(await getPayload('/job-list')).toEqual({ value: [], receivedAt: 7, isCopy: true });
  vi.useRealTimers();
});

test('a service without the call for features has none; one that fails is asked again', async () => {
  answerWith('{"error":"x"}', 500);
  await expect(getFeatures('/features')).rejects.toThrow();
  answerWith('{"error":"x"}', 404);
  expect((await getFeatures('/features')).value).toEqual([]);
});
