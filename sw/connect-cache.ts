import { BroadcastUpdatePlugin } from 'workbox-broadcast-update';
import type { WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';

import { isMissing, parseResponse } from '#src/contract/response.ts';
import { cacheNames, savedAtHeader, type WorkerMessage } from '#src/contract/worker-messages.ts';
import { connectCalls } from '#src/paths.ts';

import { connectBase } from './connect-base.ts';
import { worker } from './worker.ts';

const timeoutMs = 30_000;

/** Deletes the oldest entries. `cache.put` moves an updated entry to the end. */
export const limitEntries = (max: number): WorkboxPlugin => ({
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    for (const request of (await cache.keys()).slice(0, -max)) await cache.delete(request);
  },
});

/** Caches only valid responses, stamped with the time. Reports failed refreshes to the pages. */
export const connectResponses: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { signal: AbortSignal.timeout(timeoutMs) }),
  fetchDidFail: ({ request }) => notifyPages('FETCH_FAILED', request.url),
  handlerDidComplete: async ({ request, error }) => {
    // There is no room: without the old copy, pages show the network's response.
    if (error?.name === 'QuotaExceededError') await remove(request);
    // The body was cut off.
    else if (error) await notifyPages('FETCH_FAILED', request.url);
  },
  cacheWillUpdate: async ({ request, response }) => {
    const { status, body, text } = await parseResponse(response.clone());
    if (status === 200 && 'payload' in body) return stamped(response, text);
    if (isMissing(status, body)) await remove(request);
    else await notifyPages('FETCH_FAILED', request.url);
    return null;
  },
};

const plugins = [
  connectResponses,
  // The stamp makes every response differ, so that pages update the age shown.
  new BroadcastUpdatePlugin({ headersToCheck: [savedAtHeader] }),
  limitEntries(120),
];

const connectReads = new StaleWhileRevalidate({ cacheName: cacheNames.connect, plugins });

/** Counts an error or a gateway's page as no answer. A 404 is an answer: some providers send it after the last page. */
const answersOnly: WorkboxPlugin = {
  fetchDidSucceed: async ({ response }) => {
    const { status, body } = await parseResponse(response.clone());
    if (status === 404 || (status === 200 && 'payload' in body)) return response;
    throw new Error(`Status ${status}`);
  },
};

/** For searches, whose copies may lack the newest articles. The page waits 15 s for a response. */
const connectSearches = new NetworkFirst({
  cacheName: cacheNames.connect,
  plugins: [answersOnly, ...plugins],
  networkTimeoutSeconds: 10,
});

/** Refreshes a cached response and tells the pages. */
export async function refreshRead(url: string | URL, event: ExtendableEvent): Promise<void> {
  await Promise.all(connectReads.handleAll({ request: new Request(url), event }));
}

export function serveConnectReads(): void {
  registerRoute(({ url, request }) => isConnectRead(url) && request.cache === 'no-cache', connectSearches);
  registerRoute(({ url }) => isConnectRead(url), connectReads);
}

/** Excludes `GET application`, whose URL is the same for every secret, and what has arrived of a visitor's file. */
export function isConnectRead({ href }: URL): boolean {
  const own = [connectCalls.application, connectCalls.file('')].map((call) => connectBase + call);
  return href.startsWith(`${connectBase}/`) && !own.some((start) => href.startsWith(start));
}

/** Uses our own time, because `Date` is hidden across origins and a provider's clock may be wrong. */
function stamped({ status, headers: sent }: Response, text: string): Response {
  const headers = new Headers(sent);
  headers.set(savedAtHeader, `${Date.now()}`);
  // The copy must match every request for its URL.
  headers.delete('Vary');
  return new Response(text, { status, headers });
}

async function notifyPages(type: WorkerMessage['type'], updatedURL: string): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of pages) page.postMessage({ type, payload: { updatedURL } } satisfies WorkerMessage);
}

/** Deletes an outdated copy and makes the pages fetch again. */
async function remove(request: Request): Promise<void> {
  const cache = await caches.open(cacheNames.connect);
  if (await cache.delete(request)) await notifyPages('CACHE_UPDATED', request.url);
}
