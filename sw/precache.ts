import type { WorkboxPlugin } from 'workbox-core';
import { copyResponse } from 'workbox-core/copyResponse.js';
import { PrecacheController } from 'workbox-precaching';
import { CacheFirst } from 'workbox-strategies';

import { type BundlePart, isBundle } from '#src/contract/site-bundle.ts';
import { homePath, notFoundPath } from '#src/paths.ts';

import { siteList, worker } from './worker.ts';

const bundle = siteList.find(isBundle);
const files = siteList.filter((file) => !isBundle(file));

/** Identifies the build: every page references this script, and its hash changes with any other script's. */
const entry = files.find(({ url }) => url.startsWith('assets/entry-client-'))?.url ?? '';

/** Does not cache responses from outside this build, such as a captive portal's page. */
const onlyThisBuild: WorkboxPlugin = {
  // Our server returns 404.html only with its revision in the query.
  requestWillFetch: async ({ request }) =>
    new Request(precache.getCacheKeyForURL(request.url) ?? request.url, request),
  // Hosts redirect `about.html` to `about`, and browsers reject redirected responses to navigations.
  fetchDidSucceed: async ({ response }) => (response.redirected ? copyResponse(response) : response),
  cacheWillUpdate: async ({ request, response }) => {
    const isHtml = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
    if (response.status !== 200 || isHtml !== request.url.endsWith('.html')) return null;
    return isHtml && !(await response.clone().text()).includes(entry) ? null : response;
  },
};

const precache = new PrecacheController({ plugins: [onlyThisBuild] });
const { cacheName } = precache.strategy;

/** Fetches and caches missing files; Workbox's own route would not cache them. */
export const siteFiles = new CacheFirst({
  cacheName,
  plugins: [
    onlyThisBuild,
    { cacheKeyWillBeUsed: async ({ request }) => precache.getCacheKeyForURL(request.url) ?? request },
  ],
});

export const isSiteFile = (address: string) => precache.getCacheKeyForURL(address) !== undefined;

/** The HTML for all pages of a data route, without data. */
export const shellOf = (pathname: string) => `${pathname.slice(0, pathname.lastIndexOf('/'))}/shell.html`;

/** `/contact` -> `/contact.html`, `/media-room/42` -> `/media-room/shell.html` */
export function documentOf(pathname: string): string {
  if (pathname === homePath) return '/index.html';
  const shell = shellOf(pathname);
  return isSiteFile(shell) ? shell : `${pathname}.html`;
}

/** True if the page has a file of its own, unlike articles and unknown pages. */
export function isPrerendered(pathname: string): boolean {
  const file = documentOf(pathname);
  return isSiteFile(file) && file !== shellOf(pathname) && pathname !== notFoundPath;
}

/** Resolves after installation, or at once in a worker restarted later. */
export let installed = Promise.resolve();

export function installSite(): void {
  precache.addToCacheList(files);
  worker.addEventListener('install', (event) => {
    installed = install(event);
    event.waitUntil(installed);
  });
  worker.addEventListener('activate', (event) => {
    // A newer version may already store its files in the same cache.
    if (!worker.registration.installing && !worker.registration.waiting) void precache.activate(event);
    event.waitUntil(worker.clients.claim());
  });
}

async function install(event: ExtendableEvent): Promise<void> {
  const cache = await caches.open(cacheName);
  if ((await cache.keys()).length === 0) await fillFromBundle(cache);
  await precache.install(event);
}

/** Fills the empty cache from the bundle, so that Workbox fetches only the rest. */
async function fillFromBundle(cache: Cache): Promise<void> {
  try {
    const parts = (await (await fetch(bundle?.url ?? '')).json()) as BundlePart[];
    await Promise.all(
      parts.map(({ url, headers, body }) =>
        cache.put(precache.getCacheKeyForURL(url) ?? url, new Response(body, { headers })),
      ),
    );
  } catch (error) {
    // Free the storage, and let the next attempt start with the bundle again.
    await caches.delete(cacheName);
    throw error;
  }
}
