import { BroadcastUpdatePlugin } from 'workbox-broadcast-update';
import type { WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';

import { parse } from '#src/contract/answer.ts';
import { asRecord } from '#src/contract/validation.ts';
import { kept, savedAtHeader } from '#src/contract/worker-messages.ts';
import { connectCalls } from '#src/paths.ts';

import { connectBase } from './connect-base.ts';
import { tellPages } from './worker.ts';

const timeoutMs = 30_000;

/** Keeps the newest; what is fetched anew moves to the end of its cache. */
export const bounded = (most: number): WorkboxPlugin => ({
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    for (const request of (await cache.keys()).slice(0, -most)) await cache.delete(request);
  },
});

/** Keeps answers of the connect API alone, stamped with the time; says where a copy could not be refreshed. */
export const connectAnswers: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { signal: AbortSignal.timeout(timeoutMs) }),
  fetchDidFail: ({ request }) => tellPages('FETCH_FAILED', request.url),
  cacheWillUpdate: async ({ request, response }) => {
    const text = await response.clone().text();
    if (response.status === 200 && hasKey('payload', text)) return stamped(response, text);
    const isGone = response.status === 404 || response.status === 410;
    if (isGone && hasKey('error', text)) await remove(request);
    else await tellPages('FETCH_FAILED', request.url);
    return null;
  },
};

export const connectReads = new StaleWhileRevalidate({
  cacheName: kept.connect,
  plugins: [
    connectAnswers,
    // An unchanged answer is told as well: the page shows its age.
    new BroadcastUpdatePlugin({ headersToCheck: [savedAtHeader] }),
    bounded(120),
  ],
});

export function serveConnectReads(): void {
  registerRoute(({ url }) => isConnectRead(url), connectReads);
}

/** What is said of an application is for whoever has its secret, which the address does not name. */
export function isConnectRead({ href }: URL): boolean {
  return href.startsWith(`${connectBase}/`) && href !== connectBase + connectCalls.application;
}

/** A provider's clock may be wrong, and hides `Date` from other origins. */
function stamped({ status, headers: sent }: Response, text: string): Response {
  const headers = new Headers(sent);
  headers.set(savedAtHeader, `${Date.now()}`);
  // The copy answers whatever asks.
  headers.delete('Vary');
  return new Response(text, { status, headers });
}

/** The provider took it back: the page asks again, and hears so. */
async function remove(request: Request): Promise<void> {
  const cache = await caches.open(kept.connect);
  if (await cache.delete(request)) await tellPages('CACHE_UPDATED', request.url);
}

/** Whether the connect API itself speaks: a gateway answers with a page of its own, with any status. */
function hasKey(key: 'payload' | 'error', text: string): boolean {
  return key in asRecord(parse(text));
}
