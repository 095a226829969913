import { registerQuotaErrorCallback, type WorkboxPlugin } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';

import { kept } from '#src/contract/worker-messages.ts';

import { bounded } from './connect-cache.ts';

/** A gateway's page in the place of a picture would stay in it for good. */
const onlyImages: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && response.headers.get('Content-Type')?.startsWith('image/') ? response : null,
};

/** Those with a hash in their names come out of the HTTP cache. */
export const images = new StaleWhileRevalidate({
  cacheName: kept.images,
  plugins: [onlyImages, bounded(60)],
});

/** Google's terms forbid keeping map tiles. */
export function isKeptImage({ hostname }: URL): boolean {
  return !/(?:^|\.)(?:google\.com|googleapis\.com|gstatic\.com|ggpht\.com)$/.test(hostname);
}

/** What another origin hides from us is never kept. */
export function serveImages(): void {
  registerRoute(
    ({ request, url, sameOrigin }) =>
      request.destination === 'image' && (sameOrigin || request.mode === 'cors') && isKeptImage(url),
    images,
  );
  // A full device can do without pictures first.
  registerQuotaErrorCallback(async () => void (await caches.delete(kept.images)));
}
