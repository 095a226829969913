import type { WorkboxPlugin } from 'workbox-core';
import { copyResponse } from 'workbox-core/copyResponse.js';
import { PrecacheController } from 'workbox-precaching';
import { CacheFirst } from 'workbox-strategies';

import { type BundlePart, isBundle, type SiteFile } from '#src/contract/site-bundle.ts';
import type { Kept } from '#src/contract/worker-messages.ts';
import { savesData } from '#src/lib/saves-data.ts';

import { openPages, siteList, worker } from './worker.ts';

const bundle = siteList.find(isBundle);
const files = siteList.filter((file) => !isBundle(file));

/** Every page names this script, and its name changes with every other one. */
const entry = files.find(({ url }) => url.startsWith('assets/entry-client-'))?.url ?? '';

/** Refuses what is not part of this build: a captive portal's page, the next version's html. */
const ofThisBuild: WorkboxPlugin = {
  // With the revision: our server has the not-found page for nobody else.
  requestWillFetch: async ({ request }) =>
    new Request(precache.getCacheKeyForURL(request.url) ?? request.url, request),
  // Hosts redirect `about.html` to `about`, and a navigation may not be answered with what was redirected.
  fetchDidSucceed: async ({ response }) => (response.redirected ? copyResponse(response) : response),
  cacheWillUpdate: async ({ request, response }) => {
    const isHtml = response.headers.get('Content-Type')?.startsWith('text/html') ?? false;
    if (response.status !== 200 || isHtml !== request.url.endsWith('.html')) return null;
    return isHtml && !(await response.clone().text()).includes(entry) ? null : response;
  },
};

const precache = new PrecacheController({ plugins: [ofThisBuild] });
const { cacheName } = precache.strategy;

/** Answers with the kept file, else fetches and keeps it; Workbox's own route would not keep it. */
export const siteFiles = new CacheFirst({
  cacheName,
  plugins: [
    ofThisBuild,
    { cacheKeyWillBeUsed: async ({ request }) => precache.getCacheKeyForURL(request.url) ?? request },
  ],
});

/** Exists once this device has had every file: then an update brings every file too, also with Save-Data. */
const wholeSite = 'whole-site';

export async function whatIsKept(pathname: string): Promise<Kept> {
  if (await caches.has(wholeSite)) return 'site';
  return (await precache.matchPrecache(documentOf(pathname))) ? 'page' : 'nothing';
}

export const isSiteFile = (address: string) => precache.getCacheKeyForURL(address) !== undefined;

/** The html of every page of a data route, without its answers. */
export const shellOf = (pathname: string) => pathname.replace(/[^/]+$/, 'shell.html');

/** The html file that shows a page: `/contact` -> `/contact.html`, `/media-room/42` -> `/media-room/shell.html`. */
export function documentOf(pathname: string): string {
  if (pathname === '/') return '/index.html';
  const shell = shellOf(pathname);
  return isSiteFile(shell) ? shell : `${pathname}.html`;
}

/** Resolves when this version is installed; a worker that wakes later is. */
export let installed = Promise.resolve();

export function installSite(): void {
  precache.addToCacheList(files);
  worker.addEventListener('install', (event) => {
    installed = install(event);
    event.waitUntil(installed);
  });
  worker.addEventListener('activate', (event) => {
    // The version after this one may have put its files into the same cache.
    if (!worker.registration.installing && !worker.registration.waiting) void precache.activate(event);
    event.waitUntil(worker.clients.claim());
  });
}

async function install(event: ExtendableEvent): Promise<void> {
  const cache = await caches.open(cacheName);
  const before = await cache.keys();
  if (savesData() && !(await caches.has(wholeSite))) return keepFiles(await core(before), event);
  if (before.length === 0) await fill(cache);
  await precache.install(event);
  await caches.open(wholeSite);
}

/** Puts the bundle's files into the empty cache, where Workbox's installation finds them. */
async function fill(cache: Cache): Promise<void> {
  try {
    const parts = (await (await fetch(bundle?.url ?? '')).json()) as BundlePart[];
    await Promise.all(
      parts.map(({ url, headers, body }) =>
        cache.put(precache.getCacheKeyForURL(url) ?? url, new Response(body, { headers })),
      ),
    );
  } catch (error) {
    // The next try begins with the bundle again; and a full device has its room back.
    await caches.delete(cacheName);
    throw error;
  }
}

/** With Save-Data: what every page needs, the open pages, and what was kept of the version before. */
async function core(before: readonly Request[]): Promise<SiteFile[]> {
  const open = (await openPages()).map(({ url }) => documentOf(new URL(url).pathname));
  const kept = before.map(({ url }) => nameOf(url));
  return files.filter(({ url, core }) => core || kept.includes(nameOf(url)) || open.includes(`/${url}`));
}

/** `/assets/team-OIY5_LI3.js` -> `/assets/team.js`: what a file is called in every version. */
function nameOf(url: string): string {
  return new URL(url, location.href).pathname.replace(/-[\w-]{8}(\.\w+)$/, '$1');
}

/** Fetches what is not kept yet. Rejects where something stays missing. */
export async function keepFiles(wanted: { url: string }[], event: ExtendableEvent): Promise<void> {
  await Promise.all(
    wanted.map(async ({ url }) => {
      await Promise.all(siteFiles.handleAll({ request: new Request(url), event }));
      if (!(await precache.matchPrecache(url))) throw new Error(`${url} is not kept.`);
    }),
  );
}

export async function keepSite(event: ExtendableEvent): Promise<void> {
  await keepFiles(files, event);
  await caches.open(wholeSite);
}
