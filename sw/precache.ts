import { copyResponse } from 'workbox-core';
import { PrecacheController } from 'workbox-precaching';

import type { SiteFile } from '#src/contract/site-bundle.ts';
import { saveDataMark } from '#src/contract/worker-messages.ts';

import { documentOf } from './documents.ts';
import { cheaperBundle, progressOf, readBundle } from './site-bundle.ts';
import { siteFiles, worker } from './worker.ts';

/** Every file of the site that works offline; fetched under its cache key, so that no HTTP cache answers for an old build. */
export const precache = new PrecacheController({
  plugins: [
    {
      requestWillFetch: async ({ request }) =>
        new Request(precache.getCacheKeyForURL(request.url) ?? request.url, {
          cache: request.cache,
          credentials: 'same-origin',
        }),
      cacheWillUpdate: async ({ request, response }) =>
        (await belongsHere(request.url, response)) ? response : null,
    },
  ],
});

export const notFoundDocument = '/404.html';

/** Whether this version is installed; a worker that wakes later is. */
export let installed = Promise.resolve(true);

export function precacheSite(): void {
  precache.addToCacheList(siteFiles);
  worker.addEventListener('install', (event) => {
    const installing = install(event);
    installed = installing.then(
      () => true,
      () => false,
    );
    event.waitUntil(installing);
  });
  worker.addEventListener('activate', (event) => {
    void precache.activate(event);
    event.waitUntil(worker.clients.claim());
  });
}

/** A file of this version: the kept one, else out of the network, and kept from then on. */
export async function siteFile(url: string, event: ExtendableEvent): Promise<Response> {
  const kept = await precache.matchPrecache(url);
  if (kept !== undefined) return kept;
  const response = await fetchFile(url);
  // Where there is no room for it the visitor still gets it.
  event.waitUntil(keep(url, response.clone()).catch((error) => console.warn(`${url} is not kept.`, error)));
  return response;
}

/** Keeps those that are not kept yet, and says whether all of them are; gives up where one gets no answer or has no room. */
export async function keepFiles(urls: string[]): Promise<boolean> {
  try {
    const report = progressOf(await missingOf(urls));
    const take = async (file: SiteFile, response: Response) => {
      const isKept = await keep(file.url, response);
      if (isKept) await report(file);
      return isKept;
    };
    const bundle = cheaperBundle(await missingOf(urls));
    if (bundle) await readBundle(bundle, take).catch((error) => console.warn('No bundle.', error));
    const left = (await missingOf(urls)).values();
    const lane = async () => {
      let all = true;
      for (const file of left) if (!(await take(file, await fetchFile(file.url)))) all = false;
      return all;
    };
    return (await Promise.all(Array.from({ length: atOnce }, lane))).every(Boolean);
  } catch (error) {
    console.warn('Not everything could be kept.', error);
    return false;
  }
}

/** Requests at a time: over a line that is far away most of the time goes by in waiting. */
const atOnce = 4;

export async function missingOf(urls: string[]): Promise<SiteFile[]> {
  const cache = await caches.open(precache.strategy.cacheName);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const wanted = new Set(urls.map((url) => precache.getCacheKeyForURL(url)));
  return siteFiles.filter(({ url }) => {
    const key = precache.getCacheKeyForURL(url) ?? '';
    return wanted.has(key) && !kept.has(key);
  });
}

async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(precache.getCacheKeyForURL(url) ?? url, { credentials: 'same-origin' });
  return response.redirected ? copyResponse(response) : response;
}

async function keep(url: string, response: Response): Promise<boolean> {
  const key = precache.getCacheKeyForURL(url);
  if (key === undefined || !(await belongsHere(key, response))) return false;
  const cache = await caches.open(precache.strategy.cacheName);
  await cache.put(key, response);
  return true;
}

/** What hosts agree on. */
const types: Record<string, string> = {
  html: 'text/html',
  js: 'javascript',
  css: 'text/css',
  svg: 'image/svg',
};

/**
 * A gateway answers anything with a page of its own, and after a deploy the same address brings the next version:
 * neither is kept as a file of this one, whose pages name scripts and styles of this one only.
 */
async function belongsHere(url: string, response: Response): Promise<boolean> {
  const ending = new URL(url, location.href).pathname.split('.').at(-1) ?? '';
  const type = response.headers.get('Content-Type') ?? '';
  if (!response.ok || !type.includes(types[ending] ?? '')) return false;
  if (ending !== 'html') return true;
  const named = (await response.clone().text()).match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [];
  return named.length > 0 && named.every((file) => precache.getCacheKeyForURL(file) !== undefined);
}

async function install(event: ExtendableEvent): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName);
  const before = await cache.keys();
  if (await savesData()) {
    await keepShell(before);
    return;
  }
  try {
    await keepFiles(precache.getCachedURLs());
    // Takes what is still missing, or fails.
    await precache.install(event);
  } catch (error) {
    // The room is needed more by an application that waits than by half a site.
    if (error instanceof DOMException && error.name === 'QuotaExceededError') {
      const known = new Set(before.map(({ url }) => url));
      for (const request of await cache.keys()) if (!known.has(request.url)) await cache.delete(request);
    }
    throw error;
  }
}

/** The visitor asked for little data, or the line is a slow one: the rest follows as it is opened, or with the installed app. */
async function savesData(): Promise<boolean> {
  return (await caches.match(saveDataMark.url, saveDataMark)) !== undefined;
}

/** The pages that are open, and whatever was kept of the version before: one that lacks any of it must not take its place. */
async function keepShell(before: readonly Request[]): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const kept = new Set(before.map(({ url }) => withoutHash(url)));
  const wanted = [
    notFoundDocument,
    ...open.map(({ url }) => documentOf(new URL(url).pathname)),
    ...precache.getCachedURLs().filter((url) => kept.has(withoutHash(url))),
  ];
  const files = wanted.filter((url) => precache.getCacheKeyForURL(url) !== undefined);
  if (!(await keepFiles(files))) throw new Error('What is kept could not all be had in this version.');
}

/** `/assets/team-OIY5_LI3.js` -> `/assets/team.js`: what a file is called in every version. */
function withoutHash(url: string): string {
  return new URL(url).pathname.replace(/-[\w-]{8}(\.\w+)$/, '$1');
}
