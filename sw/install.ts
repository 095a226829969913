import { saveDataMark } from '#src/contract/worker-messages.ts';

import { documentOf } from './documents.ts';
import { alwaysKept, fillPrecache, isFull, precache, wholeSite } from './precache.ts';
import { siteFiles, worker } from './worker.ts';

/** Whether this version is installed; a worker that wakes later is. */
export let installed = Promise.resolve(true);

export function precacheSite(): void {
  precache.addToCacheList(siteFiles);
  worker.addEventListener('install', (event) => {
    const installing = install();
    installed = installing.then(
      () => true,
      () => false,
    );
    event.waitUntil(installing);
  });
  worker.addEventListener('activate', (event) => {
    // Or it would take away what the version after this one has just put there; that one cleans in its turn.
    if (worker.registration.installing === null) void precache.activate(event);
    event.waitUntil(worker.clients.claim());
  });
}

async function install(): Promise<void> {
  const cache = await caches.open(precache.strategy.cacheName);
  const before = await cache.keys();
  try {
    if (!(await fillPrecache((await savesData()) ? await shell(before) : await wholeSite(), 'stop')))
      throw new Error('What came is not of this version, or not all of it is kept.');
  } catch (error) {
    // The room is needed more by an application that waits than by half a site.
    if (isFull(error)) {
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
async function shell(before: readonly Request[]): Promise<string[]> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const kept = new Set(before.map(({ url }) => withoutHash(url)));
  const wanted = [
    ...alwaysKept,
    ...open.map(({ url }) => documentOf(new URL(url).pathname)),
    ...precache.getCachedURLs().filter((url) => kept.has(withoutHash(url))),
  ];
  return wanted.filter((url) => precache.getCacheKeyForURL(url) !== undefined);
}

/** `/assets/team-OIY5_LI3.js` -> `/assets/team.js`: what a file is called in every version. */
function withoutHash(url: string): string {
  return new URL(url).pathname.replace(/-[\w-]{8}(\.\w+)$/, '$1');
}
