import { BroadcastUpdatePlugin } from 'workbox-broadcast-update';
import type { WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';

import { kept, savedAtHeader, type WorkerMessage } from '#src/contract/worker-messages.ts';
import { connectCalls } from '#src/paths.ts';

import { connectBase } from './connect-base.ts';
import { tellPages } from './worker.ts';

export const connectCache = kept.connect;

const bodyHashHeader = 'X-Body-Hash';
const timeoutMs = 30_000;

/** Keeps the newest; what is fetched anew moves to the end of its cache. */
export const bounded = (most: number): WorkboxPlugin => ({
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    for (const request of (await cache.keys()).slice(0, -most)) await cache.delete(request);
  },
});

/** Keeps answers of the connect API alone, stamped with time and hash; says where a copy could not be refreshed. */
export const connectAnswers: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { signal: AbortSignal.timeout(timeoutMs) }),
  fetchDidFail: ({ request }) => tell('FETCH_FAILED', request),
  cacheWillUpdate: async ({ request, response }) => {
    const text = await response.clone().text();
    if (response.status === 200 && hasKey('payload', text)) return stamped(response, text);
    const isGone = response.status === 404 || response.status === 410;
    if (isGone && hasKey('error', text)) await remove(request);
    else await tell('FETCH_FAILED', request);
    return null;
  },
};

export const connectReads = new StaleWhileRevalidate({
  cacheName: connectCache,
  plugins: [
    connectAnswers,
    // Many providers send no ETag, and two answers may be equally long.
    new BroadcastUpdatePlugin({ headersToCheck: [bodyHashHeader] }),
    bounded(120),
  ],
});

export function serveConnectReads(): void {
  registerRoute(({ url }) => isConnectRead(url), connectReads);
}

/** What is said of an application is for whoever has its secret, which the address does not name; two calls only write. */
export function isConnectRead({ href }: URL): boolean {
  const { application, subscribe, jobApply } = connectCalls;
  const isOther = [application, subscribe, jobApply].some((call) => href === connectBase + call);
  return href.startsWith(`${connectBase}/`) && !isOther;
}

/** A provider's clock may be wrong, and hides `Date` from other origins. */
async function stamped({ status, headers: sent }: Response, text: string): Promise<Response> {
  const headers = new Headers(sent);
  headers.set(savedAtHeader, `${Date.now()}`);
  headers.set(bodyHashHeader, await hashOf(text));
  // The copy answers whatever asks.
  headers.delete('Vary');
  return new Response(text, { status, headers });
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

/** The provider took it back: the page asks again, and hears so. */
async function remove(request: Request): Promise<void> {
  const cache = await caches.open(connectCache);
  if (await cache.delete(request)) await tell('CACHE_UPDATED', request);
}

async function tell(type: WorkerMessage['type'], { url }: Request): Promise<void> {
  await tellPages({ type, payload: { updatedURL: url } });
}

/** Whether the connect API itself speaks: a gateway answers with a page of its own, with any status. */
function hasKey(key: 'payload' | 'error', text: string): boolean {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && key in body;
  } catch {
    return false;
  }
}
