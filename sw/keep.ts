import type { KeepRequest, Kept, PageMessage } from '#src/contract/worker-messages.ts';

import { connectReads, isConnectRead } from './connect-cache.ts';
import { images, isKeptImage } from './images.ts';
import { isPage } from './pages.ts';
import { documentOf, installed, isSiteFile, keepFiles, keepSite, whatIsKept } from './precache.ts';
import { worker } from './worker.ts';

/** "Update" sends SKIP_WAITING. A save request is answered with the pages available offline. */
export function keepWhenAsked(): void {
  worker.addEventListener('message', (event) => {
    const message = event.data as PageMessage | null;
    if (message?.type === 'SKIP_WAITING') void worker.skipWaiting();
    if (message?.type === 'keep')
      event.waitUntil(
        keep(message, event)
          .catch(() => 'nothing' as const)
          .then((kept) => event.ports[0]?.postMessage(kept)),
      );
  });
}

async function keep({ urls = [], all }: KeepRequest, event: ExtendableEvent): Promise<Kept> {
  const warn = (error: unknown) => console.warn('Not everything could be saved.', error);
  const keeping = urls.map((url) => keepAddress(new URL(url), event).catch(warn));
  await installed;
  if (all) await keepSite(event).catch(warn);
  await Promise.all(keeping);
  return whatIsKept(new URL(urls[0] ?? '/', location.href).pathname);
}

async function keepAddress(url: URL, event: ExtendableEvent): Promise<void> {
  const isOurs = url.origin === location.origin;
  const file = isOurs && isPage(url.pathname) ? documentOf(url.pathname) : url.href;
  if (isSiteFile(file)) {
    // The installation may fetch it.
    await installed;
    return keepFiles([{ url: file }], event);
  }
  const request = new Request(url);
  if (isConnectRead(url)) await Promise.all(connectReads.handleAll({ request, event }));
  else if (isKeptImage(url) && !(await caches.match(url))) await images.handle({ request, event });
}
