import { beforeEach, expect, test, vi } from 'vitest';

import { savedAtHeader } from '#src/contract/worker-messages.ts';

import { becomeWorker } from './worker-scope.ts';

const url = 'https://hcs.example/connect/v1/job-list';
const posted: unknown[] = [];
const deleted: string[] = [];

const happen = becomeWorker({
  FetchEvent: class extends Event {},
  ExtendableEvent: class extends Event {},
  clients: { matchAll: async () => [{ postMessage: (message: unknown) => posted.push(message) }] },
  caches: {
    match: async () => new Response('{"payload":[]}'),
    open: async () => ({ delete: async (request: Request) => deleted.push(request.url) > 0 }),
  },
});

const { connectResponses, isConnectRead, refreshRead, serveConnectReads } = await import(
  '../../../sw/connect-cache.ts'
);

beforeEach(() => {
  posted.length = 0;
  deleted.length = 0;
});

/** What the plugin would cache for a response. */
function stored(body: string, status = 200) {
  const request = new Request(url);
  const response = new Response(body, { status, headers: { Vary: '*' } });
  const event = new Event('fetch') as ExtendableEvent;
  return connectResponses.cacheWillUpdate?.({ request, response, event });
}

test('a response is cached with its time, and without Vary', async () => {
  const copy = await stored('{"payload":[]}');
  expect(Number(copy?.headers.get(savedAtHeader))).toBeGreaterThan(0);
  expect(copy?.headers.get('Vary')).toBe(null);
  expect(posted).toEqual([]);
});

test.each([
  ["a gateway's page", '<!doctype html>', 200],
  ["a gateway's 404", '<!doctype html>', 404],
  ['an error', '{"error":"Down"}', 503],
])('%s is not cached, deletes nothing, and tells pages that their copy is old', async (_, body, status) => {
  expect(await stored(body, status)).toBe(null);
  expect([deleted, posted]).toEqual([[], [{ type: 'FETCH_FAILED', payload: { updatedURL: url } }]]);
});

test('a response that breaks off is reported even if there is a copy', async () => {
  const breakOff = (body: ReadableStreamDefaultController) => body.error(new TypeError('Connection lost'));
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ pull: breakOff })));
  const event = Object.assign(new ExtendableEvent('message'), { waitUntil: () => undefined });
  await expect(refreshRead(url, event)).rejects.toThrow('Connection lost');
  expect(posted).toEqual([{ type: 'FETCH_FAILED', payload: { updatedURL: url } }]);
});

test('a response that does not fit into storage deletes the old copy, and the pages are updated', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"payload":[]}'));
  const put = async () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  const open = vi.spyOn(caches, 'open');
  const old = { match: async () => new Response('{}'), put, keys: async () => [] };
  open.mockResolvedValue({ ...old, delete: async ({ url }: Request) => deleted.push(url) > 0 } as never);
  const event = Object.assign(new ExtendableEvent('message'), { waitUntil: () => undefined });
  await expect(refreshRead(url, event)).rejects.toThrow('Full');
  open.mockRestore();
  expect([deleted, posted]).toEqual([[url], [{ type: 'CACHE_UPDATED', payload: { updatedURL: url } }]]);
});

test('a response that the provider has withdrawn is deleted from the cache, and the pages request it again', async () => {
  expect(await stored('{"error":"Gone"}', 404)).toBe(null);
  expect([deleted, posted]).toEqual([[url], [{ type: 'CACHE_UPDATED', payload: { updatedURL: url } }]]);
});

test('a search gets the answer of the network, and the copy only where that has none', async () => {
  serveConnectReads();
  // Workbox checks the class.
  vi.stubGlobal('ExtendableEvent', Object);
  const none = { put: async () => undefined, match: async () => undefined, keys: async () => [] };
  const open = vi.spyOn(caches, 'open').mockResolvedValue(none as never);
  const search = async (reply: () => Promise<Response>) => {
    vi.stubGlobal('fetch', reply);
    let answer: Promise<Response> | undefined;
    const respondWith = (response: Promise<Response>) => {
      answer = response;
    };
    await happen('fetch', { request: new Request(url, { cache: 'no-cache' }), respondWith });
    return (await answer)?.text();
  };
  expect(await search(async () => new Response('{"payload":["new"]}'))).toBe('{"payload":["new"]}');
  const silent = () => Promise.reject(new TypeError('Failed to fetch'));
  for (const reply of [async () => new Response('<p>', { status: 502 }), silent])
    expect(await search(reply)).toBe('{"payload":[]}');
  open.mockRestore();
});

test("an application's status is not cached", () => {
  const isRead = (call: string) => isConnectRead(new URL(`https://hcs.example/connect/v1${call}`));
  expect(['/job-list', '/media/a', '/application'].map(isRead)).toEqual([true, true, false]);
});
