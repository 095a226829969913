import type { PageMessage, SavedScope } from '#src/contract/worker-messages.ts';

import { isConnectRead, refreshRead } from './connect-cache.ts';
import { images, isCacheableImage } from './images.ts';
import { isPage } from './pages.ts';
import { installed, isSiteFile } from './precache.ts';
import { worker } from './worker.ts';

type Save = Extract<PageMessage, { type: 'save' }>;

/** "Update" sends SKIP_WAITING. A save request is answered once the site is available offline. */
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

async function save({ urls = [], entry }: Save, event: ExtendableEvent): Promise<SavedScope> {
  const warn = (error: unknown) => console.warn('Not everything could be saved.', error);
  const saving = urls.map((url) => saveUrl(new URL(url), event).catch(warn));
  await installed;
  await Promise.all(saving);
  // Pages of earlier versions do not name their script.
  return entry === undefined || isSiteFile(entry) ? 'site' : 'newer';
}

async function saveUrl(url: URL, event: ExtendableEvent): Promise<void> {
  if (isConnectRead(url)) await refreshRead(url, event);
  // The installation caches the site's own files. Pages of the previous version send them too.
  else if (url.origin === location.origin && (isPage(url.pathname) || isSiteFile(url.pathname))) return;
  else if (isCacheableImage(url) && !(await caches.match(url)))
    await images.handle({ request: new Request(url), event });
}
