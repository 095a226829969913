import { copyResponse } from 'workbox-core';
import { PrecacheController } from 'workbox-precaching';

import { saveDataMark } from '#src/contract/worker-messages.ts';

import { documentOf } from './documents.ts';
import { keepInRuntimeCache } from './runtime-caches.ts';
import { onPageMessage, siteFiles, worker } from './worker.ts';

/** Every file of the site that works offline; fetched under its cache key, so that no HTTP cache answers for an old build. */
export const precache = new PrecacheController({
  plugins: [
    {
      requestWillFetch: async ({ request }) =>
        new Request(precache.getCacheKeyForURL(request.url) ?? request.url, {
          cache: request.cache,
          credentials: 'same-origin',
        }),
    },
  ],
});

const notFoundDocument = '/404.html';

export function precacheSite(): void {
  precache.addToCacheList(siteFiles);
  worker.addEventListener('install', (event) => {
    event.waitUntil(install(event));
  });
  worker.addEventListener('activate', (event) => {
    void precache.activate(event);
    event.waitUntil(worker.clients.claim());
  });
  onPageMessage('precache-all', (_message, event) => event.waitUntil(keep(precache.getCachedURLs())));
}

/** The first page was loaded before there was a worker: what it used is fetched once more, mostly from the HTTP cache. */
export function keepPageAtHand(): void {
  onPageMessage('keep-page', ({ urls }, event) => {
    const known = urls.filter((url) => precache.getCacheKeyForURL(url) !== undefined);
    event.waitUntil(keep(known));
    for (const url of urls.filter((other) => !known.includes(other))) keepInRuntimeCache(url, event);
  });
}

/** The visitor asked for little data, or the line is a slow one: the rest follows when the app is installed. */
async function savesData(): Promise<boolean> {
  return (await caches.match(saveDataMark.url, saveDataMark)) !== undefined;
}

async function install(event: ExtendableEvent): Promise<void> {
  if (await savesData()) await keepShell();
  else await precache.install(event);
}

async function keepShell(): Promise<void> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await keep([notFoundDocument, ...pages.map(({ url }) => documentOf(new URL(url).pathname))]);
}

async function keep(urls: string[]): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName);
  for (const url of new Set(urls)) {
    const key = precache.getCacheKeyForURL(url);
    if (key === undefined || (await cache.match(key)) !== undefined) continue;
    const response = await fetch(key, { credentials: 'same-origin' });
    if (response.ok) await cache.put(key, response.redirected ? await copyResponse(response) : response);
  }
}

/** The kept not-found page, with the status that says so. */
export async function notFoundPage(): Promise<Response | undefined> {
  const page = await precache.matchPrecache(notFoundDocument);
  return page && new Response(page.body, { status: 404, headers: page.headers });
}
