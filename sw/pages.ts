import { documentOf, isPagePath, isShell } from './documents.ts';
import { notKeptPage } from './not-kept.ts';
import { precache, siteFile } from './precache.ts';
import { serve } from './routes.ts';

/** Pages and their files: kept, or fetched and kept. A query belongs to the page's script, not to its html. */
export function servePages(): void {
  serve(
    ({ request, url, sameOrigin }) =>
      sameOrigin && request.mode === 'navigate' && /^\/[^/].*\/$/.test(url.pathname),
    async ({ url }) => Response.redirect(url.pathname.replace(/\/+$/, '') + url.search, 302),
  );
  serve(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPagePath(url.pathname),
    async ({ request, url, event }) => {
      const document = documentOf(url.pathname);
      try {
        const isKnown = precache.getCacheKeyForURL(document) !== undefined;
        const page = isKnown ? await siteFile(document, event) : undefined;
        // A later version may have moved this page or taken it off: the server knows.
        return page?.ok ? page : await fetch(request);
      } catch {
        // Also where no page of ours has this address: the next version, which waits, may have it.
        return (await keptByAnother(document)) ?? notKeptPage(url.pathname);
      }
    },
  );
  serve(
    ({ url, sameOrigin }) => sameOrigin && precache.getCacheKeyForURL(url.pathname) !== undefined,
    ({ url, event }) => siteFile(url.pathname, event),
  );
}

/** Without its scripts, which this version does not know, a page with data would be empty. */
async function keptByAnother(document: string): Promise<Response | undefined> {
  if (isShell(document)) return undefined;
  const cache = await caches.open(precache.strategy.cacheName);
  return cache.match(document, { ignoreSearch: true });
}
