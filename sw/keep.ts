import type { KeepRequest, Kept, PageMessage } from '#src/contract/worker-messages.ts';

import { connectReads, isConnectRead } from './connect-cache.ts';
import { images, isKeptImage } from './images.ts';
import { isPage } from './pages.ts';
import {
  documentOf,
  hasWholeSite,
  installed,
  isSiteFile,
  keepFiles,
  keepSite,
  precache,
} from './precache.ts';
import { worker } from './worker.ts';

/** Hears the page: a new version waits until the visitor presses "Update"; keep answers what can be read from now on. */
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
  const keeping = urls.map((url) => keepAddress(new URL(url), event));
  await installed;
  if (all) keeping.push(keepSite(event));
  for (const { reason } of (await Promise.allSettled(keeping)).filter((one) => one.status === 'rejected'))
    console.warn('Not everything is kept.', reason);
  if (await hasWholeSite()) return 'site';
  const page = urls[0] && (await precache.matchPrecache(documentOf(new URL(urls[0]).pathname)));
  return page ? 'page' : 'nothing';
}

async function keepAddress(url: URL, event: ExtendableEvent): Promise<void> {
  const isOurs = url.origin === location.origin;
  const file = isOurs && isPage(url.pathname) ? documentOf(url.pathname) : url.href;
  if (isSiteFile(file)) {
    // The installation may bring it.
    await installed;
    return keepFiles([file], event);
  }
  const strategy = isConnectRead(url) ? connectReads : isKeptImage(url) ? images : undefined;
  if (strategy === undefined || (await caches.match(url))) return;
  await Promise.all(strategy.handleAll({ request: new Request(url), event }));
}
