import type { WorkboxPlugin } from 'workbox-core';

import { kept, savedAtHeader } from '#src/contract/worker-messages.ts';
import { timeLimit } from '#src/outbox/time-limit.ts';

import { connectBase } from './connect-base.ts';
import { tellPages } from './worker.ts';

const patience = 30_000;

/** Notes on each kept answer when it was kept: the provider's clock may be wrong, and `Date` is hidden across origins. */
export const stampAnswer: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) => {
    if (response.status !== 200) return null;
    if (!(await holds('payload', response))) {
      await tellFailed(request, true);
      return null;
    }
    const headers = new Headers(response.headers);
    headers.set(savedAtHeader, String(Date.now()));
    // A page asks for JSON by name and the worker does not: the copy is for both.
    headers.delete('Vary');
    return new Response(response.body, { status: response.status, headers });
  },
};

/** Whether the connect API itself speaks: a gateway answers with a page of its own, with any status. */
async function holds(key: 'payload' | 'error', response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && key in body;
}

/** Address -> when the pages were told that its copy is a new one, by a clock that nobody sets. */
const told = new Map<string, number>();
const timeToAsk = 3_000;

/** A page that was just told of fresh data asks for it; that is no reason to fetch it again. */
export function wasJustTold(url: URL): boolean {
  return performance.now() - (told.get(url.href) ?? -timeToAsk) < timeToAsk;
}

/** Tells every open page how the refresh of its copy went. */
export const reportRefresh: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => new Request(request, { signal: timeLimit(patience) }),
  cacheDidUpdate: async ({ request, oldResponse, newResponse }) => {
    if (oldResponse === undefined || oldResponse === null) return;
    const type = (await isSame(oldResponse, newResponse)) ? 'connect-checked' : 'connect-updated';
    if (type === 'connect-updated') told.set(request.url, performance.now());
    await tellPages({ type, call: callOf(request) });
  },
  fetchDidSucceed: async ({ request, response }) => {
    const isGone = response.status === 404 || response.status === 410;
    if (isGone && (await holds('error', response))) await forget(request);
    else if (response.status !== 200) await tellFailed(request, true);
    return response;
  },
  fetchDidFail: async ({ request }) => {
    await tellFailed(request, false);
  },
};

/** The copy could not be refreshed; `answered`: though something came. */
export async function tellFailed(request: Request, answered: boolean): Promise<void> {
  await tellPages({ type: 'connect-failed', call: callOf(request), answered });
}

/** The provider took it back: the copy goes too, and the page that shows it asks again. */
async function forget(request: Request): Promise<void> {
  const cache = await caches.open(connectCache);
  if (await cache.delete(request)) await tellPages({ type: 'connect-updated', call: callOf(request) });
}

export const connectCache = kept.connect;

async function isSame(one: Response, other: Response): Promise<boolean> {
  const tag = one.headers.get('ETag');
  if (tag !== null && tag === other.headers.get('ETag')) return true;
  // Many providers send no ETag, or hide it from other origins.
  return (await one.clone().text()) === (await other.clone().text());
}

function callOf(request: Request): string {
  return request.url.slice(connectBase.length);
}
