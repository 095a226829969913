import { registerQuotaErrorCallback, type WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';

import { cacheNames } from '#src/contract/worker-messages.ts';

import { limitEntries } from './connect-cache.ts';
import { siteFiles } from './precache.ts';

/** Keeps a gateway's HTML page from being cached as an image. */
const onlyImages: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.headers.get('Content-Type')?.startsWith('image/') ? response : null,
};

/** Shows the drawing that a photo replaces, if the photo is not cached and there is no connection. */
const drawingInstead: WorkboxPlugin = {
  handlerDidError: async ({ request, event }) => {
    const [, stem] = /^\/assets\/photo-(.+)-[\da-f]{8}-\d+\.\w+$/.exec(new URL(request.url).pathname) ?? [];
    if (stem === undefined) return undefined;
    const drawing = new URL(`/images/${stem.replaceAll('.', '/')}.svg`, request.url);
    return siteFiles.handle({ request: new Request(drawing), event });
  },
};

/** Revalidating a hashed file costs no request: it comes from the HTTP cache. */
export const images = new StaleWhileRevalidate({
  cacheName: cacheNames.images,
  plugins: [onlyImages, limitEntries(60), drawingInstead],
});

/** Google's terms forbid caching map tiles. */
export function isCacheableImage({ hostname }: URL): boolean {
  return !/(?:^|\.)(?:google\.com|googleapis\.com|gstatic\.com|ggpht\.com)$/.test(hostname);
}

/** Skips opaque responses, whose status cannot be checked. */
export function serveImages(): void {
  registerRoute(
    ({ request, url, sameOrigin }) =>
      request.destination === 'image' && (sameOrigin || request.mode === 'cors') && isCacheableImage(url),
    images,
  );
  // Delete images first when storage is full.
  registerQuotaErrorCallback(async () => void (await caches.delete(cacheNames.images)));
}
