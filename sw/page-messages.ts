import type { PageMessage, SavedScope, SaveRequest } from '#src/contract/worker-messages.ts';

import { connectReads, isConnectRead } from './connect-cache.ts';
import { images, isCacheableImage } from './images.ts';
import { isPage } from './pages.ts';
import { cacheFiles, cacheSite, documentOf, installed, isSiteFile, savedScope } from './precache.ts';
import { worker } from './worker.ts';

/** "Update" sends SKIP_WAITING. A save request is answered with the pages available offline. */
export function handlePageMessages(): void {
  worker.addEventListener('message', (event) => {
    const message = event.data as PageMessage | null;
    if (message?.type === 'SKIP_WAITING') void worker.skipWaiting();
    if (message?.type === 'save')
      event.waitUntil(
        save(message, event)
          .catch(() => 'nothing' as const)
          .then((saved) => event.ports[0]?.postMessage(saved)),
      );
  });
}

async function save({ urls = [], all }: SaveRequest, event: ExtendableEvent): Promise<SavedScope> {
  const warn = (error: unknown) => console.warn('Not everything could be saved.', error);
  const saving = urls.map((url) => saveUrl(new URL(url), event).catch(warn));
  await installed;
  if (all) await cacheSite(event).catch(warn);
  await Promise.all(saving);
  return savedScope(new URL(urls[0] ?? '/', location.href).pathname);
}

async function saveUrl(url: URL, event: ExtendableEvent): Promise<void> {
  const isOurs = url.origin === location.origin;
  const file = isOurs && isPage(url.pathname) ? documentOf(url.pathname) : url.href;
  if (isSiteFile(file)) {
    // The installation may fetch it.
    await installed;
    return cacheFiles([{ url: file }], event);
  }
  const request = new Request(url);
  if (isConnectRead(url)) await Promise.all(connectReads.handleAll({ request, event }));
  else if (isCacheableImage(url) && !(await caches.match(url))) await images.handle({ request, event });
}
